import stat

import pytest

from getdocs.errors import BrowserError
from getdocs.render.find import find_chromium


def executable(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def find(tmp_path, explicit=None, *, platform="linux", **environ):
    return find_chromium(
        explicit,
        environ={"PATH": str(tmp_path / "bin"), **environ},
        home=tmp_path / "home",
        platform=platform,
        bundles=(tmp_path / "Applications",),
    )


def downloaded(tmp_path, name):
    return executable(tmp_path / "home" / ".cache" / "ms-playwright" / name)


def test_an_explicit_path_wins_over_everything(tmp_path):
    chosen = executable(tmp_path / "mine")
    other = executable(tmp_path / "other")
    downloaded(tmp_path, "chromium_headless_shell-9/chrome-headless-shell-linux64/chrome-headless-shell")
    assert find(tmp_path, chosen, GETDOCS_CHROMIUM=str(other)) == chosen


def test_the_environment_variable_wins_over_what_is_installed(tmp_path):
    chosen = executable(tmp_path / "mine")
    executable(tmp_path / "bin" / "chromium")
    assert find(tmp_path, GETDOCS_CHROMIUM=str(chosen)) == chosen


def test_an_empty_environment_variable_is_none(tmp_path):
    chosen = executable(tmp_path / "bin" / "chromium")
    assert find(tmp_path, GETDOCS_CHROMIUM="") == chosen


def test_an_explicit_path_that_does_not_exist_is_never_replaced(tmp_path):
    executable(tmp_path / "bin" / "chromium")
    with pytest.raises(BrowserError, match=r"--browser names .*missing, which is no file"):
        find(tmp_path, tmp_path / "missing")


def test_an_explicit_path_that_is_not_executable_is_never_replaced(tmp_path):
    executable(tmp_path / "bin" / "chromium")
    (tmp_path / "plain").write_text("")
    with pytest.raises(BrowserError, match=r"GETDOCS_CHROMIUM names .*plain, which is not executable"):
        find(tmp_path, GETDOCS_CHROMIUM=str(tmp_path / "plain"))


def test_a_folder_is_no_executable(tmp_path):
    with pytest.raises(BrowserError, match="no file"):
        find(tmp_path, tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell",
        "chromium_headless_shell-1155/chrome-linux/headless_shell",
        "chromium-1255/chrome-linux64/chrome",
        "chromium-1155/chrome-linux/chrome",
        "chromium-1255/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
        "chromium-1155/chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    ],
)
def test_every_layout_of_playwright_s_folder_is_known(tmp_path, name):
    chosen = downloaded(tmp_path, name)
    assert find(tmp_path) == chosen


def test_playwright_s_headless_shell_is_preferred_to_its_full_browser_and_to_the_system_s(tmp_path):
    downloaded(tmp_path, "chromium-1255/chrome-linux64/chrome")
    executable(tmp_path / "bin" / "chromium-headless-shell")
    chosen = downloaded(tmp_path, "chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell")
    assert find(tmp_path) == chosen


def test_the_newest_revision_is_taken_by_number(tmp_path):
    downloaded(tmp_path, "chromium_headless_shell-999/chrome-linux/headless_shell")
    chosen = downloaded(tmp_path, "chromium_headless_shell-1155/chrome-linux/headless_shell")
    assert find(tmp_path) == chosen


def test_playwright_browsers_path_is_honoured(tmp_path):
    downloaded(tmp_path, "chromium-1/chrome-linux/chrome")
    chosen = executable(tmp_path / "elsewhere" / "chromium-1" / "chrome-linux" / "chrome")
    assert find(tmp_path, PLAYWRIGHT_BROWSERS_PATH=str(tmp_path / "elsewhere")) == chosen


def test_the_cache_folder_of_a_mac_is_looked_into(tmp_path):
    name = "chromium_headless_shell-1/chrome-headless-shell-mac-arm64/chrome-headless-shell"
    chosen = executable(tmp_path / "home" / "Library" / "Caches" / "ms-playwright" / name)
    assert find(tmp_path, platform="darwin") == chosen


def test_the_system_s_headless_shell_is_preferred_to_its_chromium_and_chrome(tmp_path):
    for name in ("google-chrome", "chromium"):
        executable(tmp_path / "bin" / name)
    chosen = executable(tmp_path / "bin" / "chromium-headless-shell")
    assert find(tmp_path) == chosen


def test_an_application_bundle_is_the_last_resort(tmp_path):
    chosen = executable(tmp_path / "Applications" / "Google Chrome.app/Contents/MacOS/Google Chrome")
    assert find(tmp_path) == chosen


def test_nothing_found_is_one_line_that_says_what_to_run(tmp_path):
    with pytest.raises(BrowserError) as raised:
        find(tmp_path)
    assert "playwright install chromium" in str(raised.value)
    assert "\n" not in str(raised.value)
    assert raised.value.exit_code == 3
