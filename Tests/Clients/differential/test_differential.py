"""Mutated tokens judged by ours and by two verifiers that others wrote: ours accepts nothing that one of them refuses.

2 000 tokens, 100 000 with BRAMLEY_DRILLS=1. A token is fixed by seed, class and number (the keys are not), so a
failure names what to make again. Where ours is stricter no reason is needed; where it is laxer, one stands in LAXER.
"""

import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import random
import subprocess

import jwt.api_jwt
import pytest

from .mutations import CLASSES
from .tokens import CLIENT_IDS, NOW, RAW_NONCE, Keys, base64url
from .verifiers import FixedClock, JoseRFC, PyJWT

ROOT = pathlib.Path(__file__).resolve().parents[3]
JUDGE = pathlib.Path(os.environ.get("BRAMLEY_JUDGE", ROOT / ".build/debug/token-judge"))
SEED = int(os.environ.get("BRAMLEY_SEED", "20260101"))
COUNT = 100_000 if os.environ.get("BRAMLEY_DRILLS") == "1" else 2_000

# What ours may accept though another verifier refuses it: class → (which verifiers, why).
LAXER = {
    "not_before_null": (
        {"PyJWT", "joserfc"},
        "A null member counts as absent, as in every optional claim of ours. Apple sends no `nbf`, and without the "
        "member all three accept the token: nothing opens that was shut."),
    "header_member_nobody_knows": (
        {"joserfc"},
        "Header members that are not understood must be ignored unless `crit` lists them (RFC 7515 §4), else a member "
        "that Apple adds one day stops every sign-in. Any `crit` is refused."),
    "fraction_of_a_second_beyond_the_edge": (
        {"joserfc"},
        "Tokens are judged by their whole seconds, as PyJWT does: Apple writes no fractions, and less than a second "
        "at the edge of thirty that are allowed anyway opens nothing."),
}


def may_be_laxer(name, verifier):
    return verifier in LAXER.get(name, ((), ""))[0]


KEYS = OTHERS = None


def case(name, number):
    """One token and what the others say."""
    source = random.Random(f"{SEED}/{name}/{number}")
    token = CLASSES[name][1](source, KEYS)
    return token, {"PyJWT": OTHERS[0].accepts(token), "joserfc": OTHERS[1].accepts(token)}


def chunk(cases):
    return [case(name, number) for name, number in cases]


def judged_by_ours(tokens, folder):
    keys = folder / "keys.json"
    keys.write_text(json.dumps(KEYS.jwks))
    answer = subprocess.run(
        [JUDGE, keys, str(NOW), RAW_NONCE, *CLIENT_IDS], input=b"\n".join(map(base64url, tokens)) + b"\n",
        capture_output=True, timeout=1800)
    assert answer.returncode == 0, answer.stdout[-500:] + answer.stderr[-500:]
    return answer.stdout.decode().splitlines()


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory):
    """(class, number, ours, others) of every token."""
    global KEYS, OTHERS
    assert JUDGE.exists(), f"{JUDGE} is missing: swift build --product token-judge, or name it in BRAMLEY_JUDGE"
    KEYS = Keys()
    OTHERS = PyJWT(KEYS.jwks), JoseRFC(KEYS.jwks)
    names = sorted(CLASSES)
    cases = [(names[index % len(names)], index // len(names)) for index in range(COUNT)]
    chunks = [cases[start:start + 250] for start in range(0, COUNT, 250)]
    clock, jwt.api_jwt.datetime = jwt.api_jwt.datetime, FixedClock
    try:
        # Forked, so that keys and clock go along.
        with concurrent.futures.ProcessPoolExecutor(
            max_workers=os.cpu_count(), mp_context=multiprocessing.get_context("fork")) as pool:
            results = [result for part in pool.map(chunk, chunks) for result in part]
    finally:
        jwt.api_jwt.datetime = clock
    ours = judged_by_ours([token for token, _ in results], tmp_path_factory.mktemp("judge"))
    assert len(ours) == COUNT
    return [(name, number, verdict, others) for (name, number), verdict, (_, others) in zip(cases, ours, results)]


def test_every_class_is_produced(verdicts):
    assert {name for name, *_ in verdicts} == set(CLASSES)


@pytest.mark.parametrize("verifier", ["PyJWT", "joserfc"])
def test_ours_accepts_nothing_that_another_verifier_refuses(verdicts, verifier):
    laxer = [
        (name, number) for name, number, ours, others in verdicts
        if ours == "accepted" and not others[verifier] and not may_be_laxer(name, verifier)]
    assert not laxer, f"seed {SEED}, {len(laxer)} tokens, the first: {laxer[:10]}"


def test_what_must_be_refused_is_and_what_is_good_passes(verdicts):
    wrong = [
        (name, number, ours) for name, number, ours, _ in verdicts
        if CLASSES[name][0] != "either" and (ours == "accepted") != (CLASSES[name][0] == "accepted")]
    assert not wrong, f"seed {SEED}, {len(wrong)} tokens, the first: {wrong[:10]}"


def test_the_others_judge_and_do_not_refuse_everything(verdicts):
    """A comparison with a verifier that accepts nothing, or everything, would prove nothing."""
    for verifier in ("PyJWT", "joserfc"):
        accepted = {name for name, _, _, others in verdicts if others[verifier]}
        refused = {name for name, _, _, others in verdicts if not others[verifier]}
        assert accepted >= {name for name, (verdict, _) in CLASSES.items()
                            if verdict == "accepted" and not may_be_laxer(name, verifier)}
        assert len(refused) >= 40, sorted(refused)


def test_every_allowed_difference_is_still_one(verdicts):
    seen = {(name, verifier) for name, _, ours, others in verdicts for verifier, verdict in others.items()
            if ours == "accepted" and not verdict}
    assert {(name, verifier) for name, (verifiers, _) in LAXER.items() for verifier in verifiers} <= seen


def test_every_refusal_has_a_code_of_the_list(verdicts):
    codes = {ours for _, _, ours, _ in verdicts}
    assert codes >= {
        "accepted", "malformed", "algorithm", "unknown_key_id", "signature", "issuer", "audience", "expired",
        "issued_in_future", "not_yet_valid", "nonce_mismatch", "nonce_spelling", "nonce_missing_in_token"}
