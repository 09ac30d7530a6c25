"""Values and rules of memory: pure Python, no input or output."""
