"""Pages. Thin: parse, call a selector or a service, render."""
