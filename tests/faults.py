"""The faults to plant, by their names; `make drill` plants each."""

from faults_code import COMMANDS, RUN
from faults_files import FILES
from faults_markup import MARKUP
from faults_pages import PAGES

EARLY = (
    PAGES | MARKUP | FILES
)  # a build finds them before anything is run or rendered
FAULTS = EARLY | RUN | COMMANDS
assert len(FAULTS) == sum(map(len, (PAGES, MARKUP, FILES, RUN, COMMANDS)))
