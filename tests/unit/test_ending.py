from getdocs.config import CrawlConfig
from getdocs.ending import conclude
from getdocs.frontier.store import Frontier


def test_what_an_earlier_run_warned_of_still_stands_in_the_manifest_of_the_last_one(tmp_path):
    config = CrawlConfig(seeds=("http://docs.test/",), output_dir=tmp_path)
    with Frontier.open(None) as frontier:
        conclude(frontier, config, now=0.0, warnings=("certificates are not verified", "both"))
        manifest = conclude(frontier, config, now=1.0, warnings=("both", "new"))
    assert manifest["warnings"] == ["certificates are not verified", "both", "new"]
