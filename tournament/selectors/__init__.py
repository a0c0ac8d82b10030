"""Everything that reads more than one row. Plain values out, ready to show; query counts are tested."""
