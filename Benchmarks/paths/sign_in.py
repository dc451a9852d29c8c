"""Sign-in of new and returning people and refresh with rotation, beside the crypto that they cannot do without."""

from harness import RUNS, THREADS, limits, note
from harness.load import NEW, RETURNING, SEED, SIGN_IN, median, post, signed_ahead, wrk
from harness.report import figures as table_of
from harness.service import Service

ORDER = 20
NAMES = {"new": "sign-in, new person", "returning": "sign-in, returning person", "refresh": "refresh with rotation"}


def run(folder):
    bodies = signed_ahead()
    with Service(folder / "data") as service:
        def sign_in(name, count, *kept, **options):
            return post(service, SIGN_IN, bodies[name].take(count, folder), *kept, **options)

        note(f"Signing {SEED:,} people in, untimed")
        sign_in("seed", SEED, seconds=8, may_run_out=True)
        runs = {name: [] for name in NAMES}
        for number in range(1, RUNS + 1):
            note(f"Run {number} of {RUNS}: new, returning, refresh")
            runs["new"].append(sign_in("new", NEW // RUNS))
            runs["returning"].append(sign_in("returning", RETURNING // RUNS * 2 // 3))
            # Their refresh tokens open the next run; reading them slows the generator, so untimed.
            kept = folder / f"sessions{number}"
            sign_in("returning", RETURNING // RUNS // 3, kept, "refreshToken", seconds=1)
            runs["refresh"].append(
                wrk(service, service.url, "rotate_tokens.lua", [kept, THREADS, THREADS]))
    return report({name: median(results) for name, results in runs.items()})


def report(figures):
    speed = limits.openssl()
    signature = 1e6 / speed["ec_sign"]
    # The parts that cannot be left out, on one core: one RSA check and one P-256 signature, or the signature.
    crypto = {"new": 1e6 / speed["rsa_verify"] + signature, "refresh": signature}
    crypto["returning"] = crypto["new"]
    return table_of([(NAMES[name], figure, crypto[name]) for name, figure in figures.items()])
