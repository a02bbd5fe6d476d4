"""What each picture shows: the size of the terminal, and the keys with the text that follows them."""

from typing import NamedTuple


class Scene(NamedTuple):
    size: tuple
    steps: list


def edit_by_someone_else(recorder):
    recorder.command(["person", "edit", PERSON, "--set", "title=Principal Engineer"])


PERSON = "per_45g2a2w7vt0e688y"
START = ("", "16 open jobs")
# A job with a full pipeline, and its candidates.
PAYMENTS = [START, ("/payments<enter>", "1 match"), ("<enter>", "3 Candidates 75")]
SODERBERG = [*PAYMENTS, ("/soderberg<enter>", "3 Candidates 75 · 1 shown")]
CHANGES = [*SODERBERG, ("ee", "first name"), ("<down><down><down><ctrl-u>Staff Engineer", "Staff Engineer"),
           ("<down><ctrl-u>Ardent Rail", "Ardent Rail")]

SCENES = {
    "browse": Scene((130, 40), [START, ("jjjjj", "Paralegal"), ("3", "▸3 Candidates"), ("jj", "3/51")]),
    "filter": Scene((120, 34), [*PAYMENTS, ("/is:active<enter>", "shown"), ("sa", "age")]),
    "candidate": Scene((110, 34), [*SODERBERG, ("<enter>", "▸4"), ("z", "Career")]),
    "board": Scene((140, 36), [*PAYMENTS, ("b", "References 1")]),
    "help": Scene((120, 34), [START, ("?", "Help")]),
    "edit": Scene((110, 31), CHANGES),
    "review": Scene((110, 31), [*CHANGES, ("<ctrl-s>", "review")]),
    "saved": Scene((110, 31), [*CHANGES, ("<ctrl-s>", "review"), ("<enter>", "Saved and verified")]),
    "clash": Scene((110, 31), [*SODERBERG, ("ee", "first name"),
                               ("<down><down><down><ctrl-u>Staff Engineer", "Staff Engineer"),
                               edit_by_someone_else, ("<ctrl-s>", "theirs")]),
    "create": Scene((110, 31), [*PAYMENTS, ("c", "New person"), ("Åsa Söderberg", "Åsa Söderberg"),
                                ("<ctrl-s>", "Possible duplicate")]),
    "inbox": Scene((130, 36), [START, ("jjjj<space>", "1 marked"), ("i", "Queue")]),
    "card": Scene((100, 30), [START, ("jjjj<space>", "1 marked"), ("i", "Queue"), ("<enter>", "Career")]),
    "funnel": Scene((120, 36), [*PAYMENTS, ("F", "Histories")]),
    "compare": Scene((120, 36), [*PAYMENTS, ("<space><space><space>", "3 marked"), ("=", "Compare")]),
}

# The keys, the text that follows them, the caption, and how many seconds it stays.
TOUR = Scene((100, 30), [
    ("", "16 open jobs", ("", "shortlist on its demo data: 32 jobs with 2,400 candidates"), 2.0),
    ("jjjjj", "Paralegal", ("j k", "browse the jobs; the details follow"), 1.2),
    ("<enter>", "▸3", ("enter", "go to the candidates of the job"), 1.4),
    ("/", "/", ("/", "filter while you type"), 0.4),
    ("is:active cou", "3 matches", ("/", "filter while you type"), 1.4),
    ("<enter>", "3 shown", ("enter", "keep the filter"), 0.8),
    ("<enter>z", "Career", ("enter z", "open the candidate on the whole screen"), 1.8),
    ("z<esc><esc>", "51", ("esc", "back"), 0.8),
    ("1<up>", "Senior Backend", ("1 k", "back to the jobs"), 0.6),
    ("<space>i", "Queue", ("space i", "the inbox of a job: everyone who needs a decision"), 1.4),
    ("<enter>", "Career", ("enter", "one card at a time"), 1.6),
    ("a", "advance", ("a", "advance"), 1.2),
    ("w", "wait", ("w", "wait"), 1.2),
    ("d", "declined", ("d", "decline; u undoes"), 1.4),
    ("<esc><esc>", "▸1", ("esc", "back; your verdicts are on this disk"), 1.2),
    ("3ee", "first name", ("e e", "edit a person"), 1.0),
    ("<down><down><down><ctrl-u>Head of Legal", "Head of Legal", ("", "a new title"), 0.8),
    ("<down><ctrl-u>Ardent Rail", "Ardent Rail", ("", "and a new company"), 0.8),
    ("<ctrl-s>", "review", ("ctrl-s", "only what you changed is sent"), 2.2),
    ("<enter>", "Saved and verified", ("enter", "shortlist reads the record again: saved and verified"), 3.0),
])
