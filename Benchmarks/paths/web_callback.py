"""Apple's form post to the web callback: parked, sealed and durable before the browser is sent on (R39)."""

import json

from harness import RUNS, note
from harness.load import median, signed_ahead, wrk
from harness.report import figures
from harness.service import Service

ORDER = 40
FORM = "application/x-www-form-urlencoded"


def run(folder):
    bodies = signed_ahead()
    # What Apple sends: a state of ours, a code and an identity token. The state is looked at in the step behind.
    posted = json.loads(bodies["seed"].file.readline())["postBody"]
    token = next(part for part in posted.split("&") if part.startswith("id_token="))
    form = folder / "form"
    form.write_text("state=" + "x" * 48 + "&code=c" + "y" * 64 + "&" + token)
    runs = []
    with Service(folder / "data") as service:
        for number in range(1, RUNS + 1):
            note(f"Run {number} of {RUNS}: web callback")
            runs.append(wrk(service, service.url, "post_same.lua", ["/__/auth/handler", FORM, form, 303], seconds=2))
    return figures([("web callback, Apple's form post", median(runs), None)])
