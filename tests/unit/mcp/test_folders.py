import pytest

from getdocs.errors import UsageError
from getdocs.mcp.folders import Folders


def test_relative_folder_is_below_the_root(tmp_path):
    assert Folders(tmp_path).find("docs/python") == tmp_path / "docs" / "python"


def test_root_itself_may_hold_a_crawl(tmp_path):
    assert Folders(tmp_path).find(".") == tmp_path


@pytest.mark.parametrize("name", ["..", "docs/../../other", "/etc", "/", "\0"])
def test_folder_outside_of_the_root_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match="output_dir"):
        Folders(tmp_path / "root").find(name)


def test_folder_whose_name_only_begins_like_the_root_is_refused(tmp_path):
    with pytest.raises(UsageError):
        Folders(tmp_path / "root").find(str(tmp_path / "root2"))


def test_link_out_of_the_root_is_refused(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "link").symlink_to(tmp_path)
    with pytest.raises(UsageError, match="below"):
        Folders(root).find("link/other")
