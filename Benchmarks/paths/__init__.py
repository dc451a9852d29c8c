"""One file for each benchmark: `run(folder)` gives its lines of the report.

The file's name with hyphens is the benchmark's name. `ORDER` places it in the report; `BY_NAME_ONLY = True`
leaves it out of plain `./bench`, which must end within ten minutes. The folder is empty and goes afterwards.
"""
