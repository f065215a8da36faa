"""Asking for assets, with a web made up: what is asked for and what is not, what is written, and what is told of the rest."""

import asyncio
import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from getdocs.errors import OutputError
from getdocs.frontier.store import Frontier
from getdocs.model import (
    AssetRow,
    Deferred,
    Failed,
    FailReason,
    RequestKind,
    Response,
    SavedAsset,
    Skipped,
    SkippedAsset,
    SkipReason,
)
from getdocs.visits.media import GIVE_UP, AssetVisitor
from getdocs.write import atomic
from getdocs.write.media.wanted import Wanted

H = "https://h.example"
PNG = b"\x89PNG\r\n\x1a\n" + b"x" * 92
PDF = b"%PDF-1.7\n"
DEAD = Failed(FailReason.CONNECTION, detail="nobody there")


def response(body=PNG, status=200, content_type="image/png"):
    return Response(H, status, (("content-type", content_type),), body)


@dataclass
class World:
    """A folder, a state, and answers by URL."""

    folder: Path
    answers: dict[str, object]
    frontier: Frontier
    asked: list[str] = field(default_factory=list)
    stop_after: int = 1000

    async def fetch(self, request):
        assert request.kind is RequestKind.ASSET
        self.asked.append(request.url)
        return self.answers[request.url]

    def visit(self, *wanted, image=True, workers=1, **limits):
        assets = AssetVisitor(
            self.frontier,
            self.folder,
            [Wanted(url, f"{H}/page", image) for url in wanted],
            fetch=self.fetch,
            stopped=lambda: len(self.asked) >= self.stop_after,
            **{"max_size": 1000, **limits},
        )

        async def work():
            async with asyncio.TaskGroup() as group:
                for _ in range(workers):
                    group.create_task(assets.work())

        asyncio.run(work())
        return assets

    def came_of(self, url):
        return next(row.outcome for row in self.frontier.assets() if row.url == url)

    def files(self):
        return sorted(str(file.relative_to(self.folder)) for file in self.folder.rglob("*") if not file.is_dir())


@pytest.fixture
def world(tmp_path):
    with Frontier.open(None) as frontier:
        yield World(tmp_path, {}, frontier)


def test_what_is_an_image_is_written_and_the_state_has_path_type_size_and_hash(world):
    world.answers = {f"{H}/a.png": response()}
    world.visit(f"{H}/a.png")
    assert (world.folder / "_media/h.example/a.png").read_bytes() == PNG
    assert world.frontier.assets() == (
        AssetRow(
            f"{H}/a.png",
            SavedAsset("_media/h.example/a.png", "image/png", len(PNG), hashlib.sha256(PNG).hexdigest()),
        ),
    )


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (response(b"<!doctype html><p>Not found"), "wrong_type"),
        (response(b""), "wrong_type"),
        (response(PDF), "wrong_type"),
        (response(b"\x1a\x45\xdf\xa3"), "audio_or_video"),
        (response(content_type="video/mp4"), "audio_or_video"),
        (response(PNG * 11), "too_large"),
        (response(status=404), "http_404"),
        (Failed(FailReason.TOO_LARGE, 200, "2147483648 bytes declared"), "too_large"),
        (Failed(FailReason.HTTP, 503), "http_503"),
        (Skipped(SkipReason.ROBOTS, "Disallow: /"), "robots"),
        (Skipped(SkipReason.PRIVATE_ADDRESS, "10.0.0.1"), "private_address"),
        (Deferred("h.example", 900.0, Failed(FailReason.HTTP, 429)), "http_429"),
    ],
)
def test_what_cannot_be_had_is_written_down_with_the_reason_and_leaves_no_file(world, answer, reason):
    world.answers = {f"{H}/a.png": answer}
    world.visit(f"{H}/a.png")
    assert world.came_of(f"{H}/a.png").reason == reason
    assert world.files() == []


def test_a_document_is_kept_where_no_page_shows_it_as_an_image(world):
    world.answers = {f"{H}/a": response(PDF, content_type="text/html")}
    world.visit(f"{H}/a", image=False)
    assert world.files() == ["_media/h.example/a~.pdf"]


def test_what_is_named_as_a_video_is_not_asked_for(world):
    world.visit(f"{H}/a.mp4")
    assert world.came_of(f"{H}/a.mp4") == SkippedAsset("audio_or_video")
    assert world.asked == []


def test_all_together_have_a_limit_and_behind_it_nothing_is_asked_for(world):
    world.answers = {f"{H}/{n}.png": response() for n in range(4)}
    world.visit(*world.answers, max_total=200)
    assert world.asked == [f"{H}/0.png", f"{H}/1.png"]
    assert [world.came_of(f"{H}/{n}.png").reason for n in (2, 3)] == ["total_size", "total_size"]


def test_one_that_would_go_over_the_limit_is_not_kept(world):
    world.answers = {f"{H}/a.png": response()}
    world.visit(f"{H}/a.png", max_total=99)
    assert world.came_of(f"{H}/a.png").reason == "total_size"
    assert world.files() == []


def test_what_an_earlier_run_has_kept_counts_towards_the_limit(world):
    world.answers = {f"{H}/{name}.png": response() for name in "ab"}
    world.visit(f"{H}/a.png", max_total=150)
    world.visit(f"{H}/a.png", f"{H}/b.png", max_total=150)
    assert world.came_of(f"{H}/b.png").reason == "total_size"


def test_what_is_known_is_not_asked_for_again_unless_its_file_is_gone(world):
    world.answers = {f"{H}/a.png": response(), f"{H}/b.png": response(status=404)}
    world.visit(*world.answers)
    world.visit(*world.answers, "http://h.example/a.png")
    assert world.asked == [f"{H}/a.png", f"{H}/b.png"]
    (world.folder / "_media/h.example/a.png").unlink()
    world.visit(*world.answers)
    assert world.asked == [f"{H}/a.png", f"{H}/b.png", f"{H}/a.png"]
    assert world.files() == ["_media/h.example/a.png"]


def test_a_kill_before_a_file_is_in_its_place_leaves_what_the_next_run_takes_up(world, monkeypatch):
    world.answers = {f"{H}/a.png": response()}

    class Killed(BaseException):
        pass

    def killed(*_):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(atomic, "put_in_place", killed)
        with pytest.raises(BaseExceptionGroup):
            world.visit(f"{H}/a.png")
    assert [row.url for row in world.frontier.assets()] == [f"{H}/a.png"]
    assert world.files() == []
    world.visit(f"{H}/a.png")
    assert world.files() == ["_media/h.example/a.png"]


def test_retrying_asks_again_for_what_was_not_kept(world):
    world.answers = {f"{H}/a.png": response(status=500)}
    world.visit(f"{H}/a.png")
    world.frontier.retry_failed()
    world.answers = {f"{H}/a.png": response()}
    world.visit(f"{H}/a.png")
    assert world.files() == ["_media/h.example/a.png"]


def test_a_host_that_does_not_answer_is_left_alone_and_the_others_are_not(world):
    dead = [f"{H}/{n}.png" for n in range(GIVE_UP + 2)]
    alive = "https://other.example/a.png"
    world.answers = {**dict.fromkeys(dead, DEAD), alive: response()}
    world.visit(*dead, alive)
    assert world.asked == [*dead[:GIVE_UP], alive]
    assert {world.came_of(url).reason for url in dead[GIVE_UP:]} == {"host_given_up"}


def test_an_answer_in_between_starts_the_count_again(world):
    answers = [DEAD] * (GIVE_UP - 1) + [response(status=404)] + [DEAD] * (GIVE_UP - 1) + [response()]
    world.answers = {f"{H}/{n}.png": answer for n, answer in enumerate(answers)}
    world.visit(*world.answers)
    assert len(world.asked) == len(answers)


def test_a_stopped_crawl_asks_for_nothing_more_and_the_rest_is_not_known(world):
    world.answers = {f"{H}/{n}.png": response() for n in range(3)}
    world.stop_after = 1
    world.visit(*world.answers)
    assert [row.url for row in world.frontier.assets()] == [f"{H}/0.png"]


def test_workers_share_hosts_and_none_has_two_at_a_time(world):
    open_now: dict[str, int] = {}
    most: dict[str, int] = {}

    async def fetch(request):
        host = request.url.split("/")[2]
        open_now[host] = open_now.get(host, 0) + 1
        most[host] = max(most.get(host, 0), open_now[host])
        await asyncio.sleep(0)
        open_now[host] -= 1
        return response(status=404)

    world.fetch = fetch
    world.visit(*(f"https://{host}/{n}.png" for n in range(5) for host in ("a", "b", "c")), workers=4)
    assert most == {"a": 1, "b": 1, "c": 1}
    assert len(world.frontier.assets()) == 15


def test_a_link_in_the_place_of_the_folder_is_refused_and_nothing_is_written_through_it(world, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "_media").symlink_to(elsewhere)
    world.answers = {f"{H}/a.png": response()}
    with pytest.raises(ExceptionGroup) as raised:
        world.visit(f"{H}/a.png")
    assert raised.group_contains(OutputError)
    assert list(elsewhere.iterdir()) == []


def test_the_display_says_how_far_it_is(world):
    world.answers = {f"{H}/a.png": response(), f"{H}/b.png": response()}
    assert world.visit(*world.answers).doing == "images and documents 2/2  h.example"
