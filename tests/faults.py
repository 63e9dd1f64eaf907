"""The faults to plant, by their names; `make drill` plants each."""

from faults_code import COMMANDS, RUN
from faults_course import COURSE
from faults_files import FILES
from faults_markup import MARKUP
from faults_pages import PAGES

# What checks find, before anything is run or rendered
EARLY = PAGES | MARKUP | FILES | COURSE
FAULTS = EARLY | RUN | COMMANDS
ALL = (PAGES, MARKUP, FILES, COURSE, RUN, COMMANDS)
assert len(FAULTS) == sum(map(len, ALL)), "two faults have one name"
