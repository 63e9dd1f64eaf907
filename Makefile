# Two commands do everything on a fresh machine with Python 3.11.5+ and make:
# `make serve` and `make test`. Each target says in one line what it is for.

PYTHON ?= python3
PORT ?= 8000
export NO_MKDOCS_2_WARNING = 1

# Full environment (with torch) and the small one for translators.
ALL := .venv
SITE := .venv-preview

# Serve English and the language that the command line names: each shell has a
# LANG. Only pages that changed are made again, and a warning does not stop it.
SERVED = $(if $(filter command,$(origin LANG)),$(LANG),en)
LANGUAGES = $(if $(wildcard docs/$(SERVED)/words.yml),BUILD_TRANSLATIONS=no BUILD_$(SERVED)=yes,$(error the site has no language "$(SERVED)": name a folder of docs, as in LANG=pt))
LIVE = --livereload --dirty --no-strict --dev-addr 127.0.0.1:$(PORT)

.PHONY: help serve lab test build record diagrams preview check todo diff done review sync checkers lint bench bench-build clean python

help:  ## say what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

serve: $(ALL)/ready  ## check every block, build, serve with live reload (LANG=pt)
	env $(LANGUAGES) $(ALL)/bin/mkdocs serve $(LIVE)

# A language only if it is asked for: each shell has a LANG.
lab: SPOKEN := $(if $(filter command,$(origin LANG)),$(LANG)/)
lab: $(ALL)/ready  ## the built pages as notebooks of your own, in JupyterLab (LANG=pt)
	@mkdir -p labs/$(SPOKEN); for file in site/$(SPOKEN)*/*.ipynb; do test -e labs/$(SPOKEN)$${file##*/} || cp $$file labs/$(SPOKEN); done
	$(ALL)/bin/jupyter lab labs/$(SPOKEN)

test: $(ALL)/ready  ## tests: code, blocks, gates, built site, browser
	$(ALL)/bin/pytest -n auto --dist loadfile $(if $(MARKED),-m $(MARKED))

build: $(ALL)/ready  ## strict build into site/, every block checked
	$(ALL)/bin/mkdocs build

record: $(ALL)/ready  ## run every block and rewrite the recordings (PAGE=encoder: of one)
	$(ALL)/bin/pytest $(if $(PAGE),docs/*/$(PAGE).md,docs) --record

diagrams: $(ALL)/ready  ## draw the diagrams anew
	$(ALL)/bin/python -m sitebuild diagrams

preview: $(SITE)/ready  ## build and serve from the recordings, no torch (LANG=pt)
	env PREVIEW=1 $(LANGUAGES) $(SITE)/bin/mkdocs serve $(LIVE)

check: $(SITE)/ready  ## what can be checked of the pages without torch
	$(SITE)/bin/python -m sitebuild check

TRANSLATE = @$(SITE)/bin/python -m sitebuild
UNITS = '$(subst ','\'',$(UNIT))'

todo: $(SITE)/ready  ## how far each translation is, what is left (UNIT=pt/encoder)
	$(TRANSLATE) todo $(UNITS)

diff: $(SITE)/ready  ## what changed in English since it was translated: UNIT=pt/encoder#stack
	$(TRANSLATE) diff $(UNITS)

done: $(SITE)/ready  ## a section is translated from the English as it is: UNIT=… (MACHINE=yes)
	$(TRANSLATE) done $(if $(MACHINE),--machine) $(UNITS)

review: $(SITE)/ready  ## a person has compared a machine's translation: UNIT=…
	$(TRANSLATE) review $(UNITS)

sync: $(SITE)/ready  ## copy includes, formulas and links into translations (UNIT=pt/encoder)
	$(TRANSLATE) sync $(UNITS)

checkers:  ## fetch two programs that tests run: the W3C's of HTML, TypeScript (npm)
	npm install --silent --no-audit --no-fund --ignore-scripts --prefix .cache/vnu vnu-jar@26.9.27
	npm install --silent --no-audit --no-fund --ignore-scripts --prefix .cache/types typescript@5.9.3

lint: $(ALL)/ready  ## style of the Python files
	$(ALL)/bin/ruff check
	$(ALL)/bin/ruff format --check

bench: $(ALL)/ready  ## three forms of attention, and writing: time, memory
	$(ALL)/bin/python -m benchmarks.attention
	$(ALL)/bin/python -m benchmarks.writing

bench-build: $(ALL)/ready  ## the verified build and other ways to run pages: time
	@$(ALL)/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(ALL)/bin/python -m benchmarks.build

clean:  ## remove what was installed and built, but not your labs
	rm -rf $(ALL) $(SITE) .cache site .site.new.* *.egg-info

python:
	@command -v $(PYTHON) > /dev/null || { echo "$(PYTHON) is not installed: install Python 3.11.5 or newer, or name another with PYTHON=."; exit 1; }
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11, 5) and "Python 3.11.5 or newer is needed")'

$(ALL)/ready: INSTALL = -e '.[site,blocks,test,lab]'
# The project without its dependencies, which are those of the blocks.
$(SITE)/ready: INSTALL = --no-deps -e . && $(PYTHON) -c $(NEEDED) > $(SITE)/needed.txt && $(PIP) -r $(SITE)/needed.txt
NEEDED := 'import tomllib; file = open("pyproject.toml", "rb"); print(*tomllib.load(file)["project"]["optional-dependencies"]["site"], sep="\n")'

# An interrupted install leaves no `ready` file and is done again. Where Python
# may not keep what it compiles, each process would compile PyTorch anew (7 s):
# all is compiled at once, but for some packages' examples of bad syntax.
%/ready: PIP = $*/bin/python -m pip install --disable-pip-version-check --no-compile -c constraints.txt
%/ready: pyproject.toml constraints.txt | python
	@echo "Setting up $* (once)"
	$(PYTHON) -m venv --clear $*
	$(PIP) $(INSTALL)
	@$(if $(PYTHONDONTWRITEBYTECODE),$*/bin/python -m compileall -qq -j 0 $*/lib || true)
	@touch $@
