# Two commands do everything on a fresh machine with Python 3.11.5+ and make:
# `make serve` and `make test`. Each target says in one line what it is for.

PYTHON ?= python3
PORT ?= 8000
export NO_MKDOCS_2_WARNING = 1

# Full environment (with torch) and the small one for translators.
ALL := .venv
SITE := .venv-preview

# Serve English and the language that the command line names: each shell has a
# LANG. All pages are made again after a save, and a warning does not stop it.
SERVED = $(if $(filter command,$(origin LANG)),$(LANG),en)
LANGUAGES = $(if $(wildcard docs/$(SERVED)/words.yml),BUILD_TRANSLATIONS=no BUILD_$(SERVED)=yes,$(error the site has no language "$(SERVED)": name a folder of docs, as in LANG=pt))
LIVE = --livereload --dirty --no-strict --dev-addr 127.0.0.1:$(PORT)

.PHONY: help serve lab test build record diagrams preview check todo diff done sync review send checkers lint html bench compared clean python

help:  ## list these commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

serve: $(ALL)/ready  ## show the site, follow each save, and run its blocks (LANG=pt)
	env $(LANGUAGES) $(ALL)/bin/mkdocs serve $(LIVE)

# A language only if it is asked for: each shell has a LANG.
lab: SPOKEN := $(if $(filter command,$(origin LANG)),$(LANG)/)
lab: $(ALL)/ready  ## open the built pages as notebooks of your own (LANG=pt)
	@mkdir -p labs/$(SPOKEN); for file in site/$(SPOKEN)*/*.ipynb; do test -e labs/$(SPOKEN)$${file##*/} || cp $$file labs/$(SPOKEN); done
	$(ALL)/bin/jupyter lab labs/$(SPOKEN)

test: $(ALL)/ready  ## run the tests (MARKED="'not weekly'": the slow ones too)
	$(ALL)/bin/pytest -n auto --dist loadfile $(if $(MARKED),-m $(MARKED))

build: $(ALL)/ready  ## build site/, with every block checked
	$(ALL)/bin/mkdocs build

record: $(ALL)/ready  ## run every block and rewrite the recordings (PAGE=encoder: of one)
	$(ALL)/bin/pytest $(if $(PAGE),docs/*/$(PAGE).md,docs) --record

diagrams: $(ALL)/ready  ## draw the diagrams anew
	$(ALL)/bin/python -m sitebuild diagrams

preview: $(SITE)/ready  ## show the site from its recordings, without torch (LANG=pt)
	env PREVIEW=1 $(LANGUAGES) $(SITE)/bin/mkdocs serve $(LIVE)

check: $(SITE)/ready  ## find faults in pages and data, without torch
	$(TRANSLATE) check

# What the command line says of LANG is the language of their messages, too.
TRANSLATE = @$(SITE)/bin/python -m sitebuild $(if $(filter command,$(origin LANG)),--language=$(LANG))
UNITS = '$(subst ','\'',$(UNIT))'

todo: $(SITE)/ready  ## list what is left to translate and to review (LANG=pt UNIT=pt/encoder)
	$(TRANSLATE) todo $(UNITS)

diff: $(SITE)/ready  ## show how the English has changed since: UNIT=pt/encoder#stack
	$(TRANSLATE) diff $(UNITS)

done: $(SITE)/ready  ## mark a section as translated: UNIT=pt/encoder#stack (MACHINE=yes)
	$(TRANSLATE) done $(if $(MACHINE),--machine) $(UNITS)

sync: $(SITE)/ready  ## copy includes, formulas and links into translations (UNIT=pt/encoder)
	$(TRANSLATE) sync $(UNITS)

review: $(SITE)/ready  ## compare with the English, and mark as read: UNIT=pt/encoder#stack
	$(TRANSLATE) review $(UNITS)

send: check  ## send what you translated as a pull request (LANG=pt)
	$(TRANSLATE) send

lint: $(ALL)/ready  ## check style, spelling, workflows, types of scripts, built pages
	$(ALL)/bin/ruff check
	$(ALL)/bin/ruff format --check
	$(ALL)/bin/codespell README.md CONTRIBUTING.md Makefile docs/en snippets sitebuild benchmarks
	$(ALL)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(ALL)/bin/zizmor --offline --pedantic --strict-collection --no-progress .github/workflows
	@if command -v npm > /dev/null; then $(MAKE) types; else echo "Scripts were not checked: install npm"; test -z "$$CI"; fi
	@if test -d $(PAGES); then $(MAKE) html; else echo "Pages were not checked: make build, then make html"; fi

# Two programs from npm: TypeScript, and the W3C's checker of HTML.
TSC := .cache/types/node_modules/typescript/bin/tsc
VNU := .cache/vnu/node_modules/vnu-jar/build/dist/vnu.jar
$(TSC): PACKAGE := typescript@5.9.3
$(VNU): PACKAGE := vnu-jar@26.9.27
$(TSC) $(VNU):
	npm install --silent --no-audit --no-fund --ignore-scripts --prefix $(firstword $(subst /node_modules, ,$@)) $(PACKAGE)

types: $(TSC)
	node $(TSC)

PAGES := site
# It does not know yet that MathML Core allows these two on each element.
KNOWN := Attribute .(scriptlevel|displaystyle). not allowed on element .m(table|frac).*
html: $(VNU)
	find $(PAGES) -name '*.html' -exec java -jar $(VNU) --errors-only --filterpattern '$(KNOWN)' {} +

OF := attention
bench: $(ALL)/ready $(if $(filter build,$(OF)),compared)  ## measure attention (OF=build: the build)
	@$(ALL)/bin/python -m benchmarks.$(OF)

# What the build is compared with: other ways to run the code of pages.
compared: $(ALL)/ready
	@$(ALL)/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[bench]'

clean:  ## remove what was installed and built, but not your labs
	rm -rf $(ALL) $(SITE) .cache site .site.new .site.old *.egg-info

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
%/ready: pyproject.toml constraints.txt
	@$(MAKE) --no-print-directory python
	@echo "Setting up $* (once)"
	$(PYTHON) -m venv --clear $*
	$(PIP) $(INSTALL)
	@$(if $(PYTHONDONTWRITEBYTECODE),$*/bin/python -m compileall -qq -j 0 $*/lib || true)
	@touch $@
