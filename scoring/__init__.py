"""Chinese Official mahjong: the rules of the game as pure functions of plain values."""
