"""What is asked of MkDocs is done, or refused before anything runs."""

import pytest
from conftest import ROOT, commit_all, git, run
from mkdocs.config import load_config

from sitebuild.pages.site_config import languages
from sitebuild.site.mkdocs_plugin import refused, repository

SITE = "https://example.org/course/"


@pytest.mark.parametrize(
    "command, options, env, says",
    [
        ("build", {}, {}, ""),
        ("build", {"strict": False}, {}, ""),
        ("build", {"site_dir": "elsewhere"}, {}, ""),
        ("build", {"dirty": True}, {}, "leave --dirty out"),
        ("serve", {"dirty": True}, {}, ""),
        ("build", {"use_directory_urls": False}, {}, "--no-directory-urls"),
        ("serve", {"use_directory_urls": False}, {}, "--no-directory-urls"),
        (
            "build",
            {"plugins": ["sitebuild"]},
            {},
            "name the plugin i18n; add it",
        ),
        ("build", {"config_file_path": "my.yml"}, {}, "read from mkdocs.yml"),
        ("build", {}, {"SITE_URL": "https://example.org"}, ""),
        ("build", {}, {"SITE_URL": "http://[::1]:80/a/b"}, ""),
        ("build", {}, {"SITE_URL": ""}, "SITE_URL is ``; write"),
        ("build", {}, {"SITE_URL": "https://example.org/?a"}, "SITE_URL is"),
        ("build", {}, {"SITE_URL": "https://a:b@example.org/"}, "SITE_URL is"),
        ("build", {}, {"SITE_URL": "ftp://example.org/"}, "SITE_URL is"),
        ("build", {}, {"REPO_URL": "https://github.com/a/b.git/"}, ""),
        ("build", {}, {"REPO_URL": "https://git.example.org/a/b/c"}, ""),
        (
            "build",
            {},
            {"REPO_URL": "https://a:b@github.com/a/b"},
            "REPO_URL is",
        ),
        ("build", {}, {"REPO_URL": "ssh://git@github.com/a/b"}, "REPO_URL is"),
        ("build", {}, {"REPO_URL": "https://github.com/a"}, "REPO_URL is"),
        (
            "build",
            {},
            {"REPO_URL": "https://github.com/a/b/tree/x"},
            "REPO_URL",
        ),
        ("build", {}, {"REPO_URL": "https://github.com/a/b?c"}, "REPO_URL is"),
    ],
)
def test_what_is_asked_is_given_or_refused(
    monkeypatch, command, options, env, says
):
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    options, dirty = dict(options), options.get("dirty", False)
    options.pop("dirty", None)
    config = load_config(str(ROOT / "mkdocs.yml"), **options)
    told = "\n".join(refused(config, command, dirty))
    assert bool(told) == bool(says) and says in told


def test_the_environment_chooses_the_translations_to_build(monkeypatch):
    """`make serve LANG=pt` does; the switch leads to no other language."""
    monkeypatch.setenv("BUILD_TRANSLATIONS", "no")
    for built in (["en"], ["en", "pt"]):
        config = load_config(str(ROOT / "mkdocs.yml"))
        assert config.plugins["i18n"].build_languages == built
        assert languages(ROOT) == built
        monkeypatch.setenv("BUILD_pt", "yes")


@pytest.mark.parametrize("end", ["", "/", ".git", ".git/"])
def test_a_repository_has_one_address(end):
    assert (
        repository(f"https://github.com/a/b{end}") == "https://github.com/a/b"
    )


@pytest.mark.parametrize(
    "command",
    [
        ("build", "--no-directory-urls"),
        ("build", "--dirty"),
        ("build", "-f", "other.yml"),
        ("serve", "--clean"),
    ],
)
def test_what_is_refused_runs_nothing(chapter, command):
    (chapter / "other.yml").write_text((chapter / "mkdocs.yml").read_text())
    result = run(chapter, "mkdocs", *command)
    assert result.returncode == 1, result.stdout
    assert "blocks" not in result.stdout and "Traceback" not in result.stdout
    assert not (chapter / "site").exists()


@pytest.mark.slow
def test_gh_deploy_publishes_what_was_built(chapter, tmp_path_factory):
    bare = tmp_path_factory.mktemp("remote")
    git(bare, "init", "-q", "--bare")
    (chapter / ".gitignore").write_text("/site/\n/.cache/\n")
    commit_all(chapter)
    git(chapter, "remote", "add", "origin", str(bare))
    who = {
        f"GIT_{one}_{two}": "a@b"
        for one in ("AUTHOR", "COMMITTER")
        for two in ("NAME", "EMAIL")
    }
    result = run(
        chapter,
        "mkdocs",
        "gh-deploy",
        CI="",
        SITE_URL=SITE,
        **who,
        REPO_URL="https://github.com/a/b.git",
    )
    assert result.returncode == 0, result.stdout
    listed = git(bare, "ls-tree", "-r", "--name-only", "gh-pages").split("\n")
    site = chapter / "site"
    built = [f.relative_to(site) for f in site.rglob("*") if f.is_file()]
    assert {*listed} - {"", ".nojekyll"} == {path.as_posix() for path in built}
    html = (site / "encoder/index.html").read_text("utf-8")
    assert f'href="{SITE}encoder/"' in html
    assert 'href="https://github.com/a/b/edit/main/docs/en/encoder.md"' in html
