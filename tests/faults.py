"""The faults to plant, by their names; `tests/test_faults.py` plants each."""

from faults_code import COMMANDS, RUN
from faults_course import COURSE
from faults_files import FILES
from faults_pages import PAGES

ALL = (PAGES, FILES, COURSE, RUN, COMMANDS)
FAULTS = {name: fault for part in ALL for name, fault in part.items()}
assert len(FAULTS) == sum(map(len, ALL)), "two faults have one name"
