"""Everything that writes. One function a change: it opens the transaction, checks, writes, tells."""
