"""Find faults in pages and data before anything is run or rendered.

Each module holds the checks of one subject; widgets have checks of their own.
"""
