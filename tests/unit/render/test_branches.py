from getdocs.render.branches import AGREEING, AUDIT_EVERY, CHANGES, MOST, Branch, Branches

HOST = "docs.example.com"
GUIDE = Branch("guide", 1, "<ul><li><a href='https://docs.example.com/a'>A</a></ul>")


def known_after(*pages):
    branches = Branches()
    for opened in pages:
        branches.of(HOST)
        branches.learn(HOST, opened)
    return branches.of(HOST)


def test_a_branch_that_enough_pages_have_shown_alike_need_not_be_opened():
    assert known_after(*[[GUIDE]] * (AGREEING - 1)) == ()
    assert known_after(*[[GUIDE]] * AGREEING) == (GUIDE,)


def test_a_page_that_shows_something_else_of_it_takes_the_trust_away():
    other = Branch("guide", 1, "<ul></ul>")
    assert known_after([GUIDE], [GUIDE], [other]) == ()
    assert known_after([GUIDE], [GUIDE], [other], [other]) == (other,)


def test_a_branch_that_keeps_changing_is_opened_on_every_page():
    changing = [[Branch("guide", 1, f"<ul>{number}</ul>")] for number in range(CHANGES + 2)]
    assert known_after(*changing, *[changing[-1]] * (AGREEING + 1)) == ()


def test_the_same_branch_at_another_depth_is_something_else():
    assert known_after([GUIDE], [Branch("guide", 2, GUIDE.html)]) == ()


def test_hosts_know_nothing_of_each_other():
    branches = Branches()
    for _ in range(AGREEING):
        branches.learn("other.example.com", [GUIDE])
    assert branches.of(HOST) == ()


def test_one_page_in_some_opens_everything_itself():
    branches = Branches()
    for _ in range(AGREEING):
        branches.learn(HOST, [GUIDE])
    given = [branches.of(HOST) for _ in range(2 * AUDIT_EVERY)]
    assert given.count(()) == 2
    assert given.count((GUIDE,)) == 2 * AUDIT_EVERY - 2


def test_what_is_remembered_of_a_host_is_bounded():
    branches = Branches()
    many = [Branch(str(number), 0, "<ul></ul>") for number in range(MOST + 7)]
    for _ in range(AGREEING):
        branches.learn(HOST, many)
    assert len(branches.of(HOST)) == MOST
