"""Ways to change a token. Each takes a source of randomness and the keys, and gives the bytes of a token.

The decorator says what ours must do with it: `accepted`, `refused`, or `either` where it depends on the draw.
"""

import json
import string

from cryptography.hazmat.primitives import hashes, serialization

from .tokens import CLIENT_IDS, ISSUER, NOW, RAW_NONCE, assemble, base64url, claims, good, header, text

CLASSES = {}
ALPHABET = (string.ascii_letters + string.digits + "-_").encode()


def mutation(verdict):
    def register(function):
        CLASSES[function.__name__] = (verdict, function)
        return function
    return register


def signed(keys, head=None, body=None):
    """A properly signed token of JSON values, or of bytes that need not be JSON."""
    head = header() if head is None else head
    body = claims() if body is None else body
    return assemble(keys, head if isinstance(head, bytes) else text(head), body if isinstance(body, bytes) else text(body))


def raw(members, **replaced):
    """JSON of members in which some values are given as JSON text, so that any spelling can be written."""
    return ("{" + ",".join(
        json.dumps(name) + ":" + (replaced[name] if name in replaced else json.dumps(value))
        for name, value in {**members, **{name: None for name in replaced if name not in members}}.items()) + "}").encode()


# What stays a good token: a verifier that refused everything would pass every other comparison.

@mutation("accepted")
def untouched(random, keys):
    return good(keys)


@mutation("accepted")
def other_key_of_the_set(random, keys):
    return assemble(keys, text(header(kid="FIRSTKEY01")), text(claims()), lambda data: keys.sign(data, "FIRSTKEY01"))


@mutation("accepted")
def members_in_another_order(random, keys):
    members = list(claims().items())
    random.shuffle(members)
    return signed(keys, body=dict(members))


@mutation("accepted")
def unknown_claim(random, keys):
    value = random.choice([1, "x", True, None, [1, {"a": []}], {"deep": {"er": [[]]}}])
    return signed(keys, body={**claims(), "x" + str(random.randrange(10**6)): value})


@mutation("accepted")
def optional_claim_missing(random, keys):
    name = random.choice(["email", "email_verified", "auth_time", "nonce_supported", "real_user_status", "c_hash"])
    return good(keys, **{name: None})


@mutation("accepted")
def flag_in_another_spelling(random, keys):
    return good(keys, email_verified=random.choice([True, False, "true", "false", "FALSE", 1, 0, [], {}]))


@mutation("accepted")
def space_inside_the_json(random, keys):
    space = "".join(random.choice(" \t\n\r") for _ in range(random.randrange(1, 8)))
    body = json.dumps(claims(), separators=("," + space, space + ":" + space)).encode()
    return signed(keys, body=space.encode() + body + space.encode())


@mutation("accepted")
def name_with_escapes(random, keys):
    body = text(claims())
    name = random.choice([b"sub", b"aud", b"iss", b"exp", b"nonce"])
    spelled = b"".join(b"\\u%04x" % byte for byte in name)
    return signed(keys, body=body.replace(b'"' + name + b'":', b'"' + spelled + b'":'))


@mutation("accepted")
def audience_as_list_of_one(random, keys):
    return good(keys, aud=[random.choice(CLIENT_IDS)])


# Bytes of the token itself.

@mutation("refused")
def byte_replaced(random, keys):
    token = bytearray(good(keys))
    at = random.randrange(len(token))
    token[at] = random.choice([byte for byte in range(256) if byte != token[at]])
    return bytes(token)


@mutation("refused")
def character_of_the_alphabet_replaced(random, keys):
    token = bytearray(good(keys))
    at = random.choice([index for index, byte in enumerate(token) if byte != ord(".")])
    token[at] = random.choice([byte for byte in ALPHABET if byte != token[at]])
    return bytes(token)


@mutation("refused")
def byte_inserted(random, keys):
    token = good(keys)
    at = random.randrange(len(token) + 1)
    return token[:at] + bytes([random.randrange(256)]) + token[at:]


@mutation("refused")
def byte_removed(random, keys):
    token = good(keys)
    at = random.randrange(len(token))
    return token[:at] + token[at + 1:]


@mutation("refused")
def truncated(random, keys):
    token = good(keys)
    return token[:random.randrange(len(token))]


@mutation("refused")
def something_behind(random, keys):
    return good(keys) + random.choice([b".", b"=", b"==", b"\n", b" ", b"\x00", b".AAAA", b"A", b"%3D"])


@mutation("refused")
def something_in_front(random, keys):
    return random.choice([b" ", b"\n", b".", b"\xef\xbb\xbf", b"Bearer ", b"\x00", b"A", b'"']) + good(keys)


@mutation("refused")
def space_in_the_token(random, keys):
    token = good(keys)
    at = random.randrange(len(token))
    return token[:at] + random.choice([b" ", b"\n", b"\r\n", b"\t", b"\x0b", b"\xc2\xa0"]) + token[at:]


@mutation("refused")
def padded(random, keys):
    parts = good(keys).split(b".")
    at = random.randrange(3)
    parts[at] += b"=" * (-len(parts[at]) % 4 or random.choice([1, 2, 4]))
    return b".".join(parts)


@mutation("refused")
def spare_bits_set(random, keys):
    parts = good(keys, x="y" * random.randrange(3)).split(b".")
    at = random.choice([index for index in range(3) if len(parts[index]) % 4] or [2])
    last = ALPHABET_ORDER.index(parts[at][-1])
    spare = {2: 15, 3: 3}.get(len(parts[at]) % 4, 0)
    parts[at] = parts[at][:-1] + bytes([ALPHABET_ORDER[last | random.randint(1, spare) if spare else last ^ 1]])
    return b".".join(parts)


ALPHABET_ORDER = (string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_").encode()


@mutation("either")
def alphabet_of_plain_base64(random, keys):
    """Refused wherever the token has one of the two characters that differ; a signature almost always has."""
    return good(keys).replace(b"-", b"+").replace(b"_", b"/")


@mutation("refused")
def parts_in_another_order(random, keys):
    parts = good(keys).split(b".")
    order = random.choice([(1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0)])
    return b".".join(parts[index] for index in order)


@mutation("refused")
def part_empty_missing_or_twice(random, keys):
    parts = good(keys).split(b".")
    at = random.randrange(3)
    kind = random.randrange(3)
    if kind == 0:
        parts[at] = b""
    elif kind == 1:
        del parts[at]
    else:
        parts.insert(at, parts[at])
    return b".".join(parts)


@mutation("refused")
def form_of_json_serialization(random, keys):
    protected, payload, signature = good(keys).decode().split(".")
    return text({"protected": protected, "payload": payload, "signature": signature})


# The signature.

@mutation("refused")
def signature_of_a_foreign_key(random, keys):
    return assemble(keys, text(header()), text(claims()), lambda data: keys.sign(data, key=keys.foreign))


@mutation("refused")
def key_ids_swapped(random, keys):
    return assemble(keys, text(header(kid="FIRSTKEY01")), text(claims()))


@mutation("refused")
def signature_of_another_token(random, keys):
    other = good(keys, sub="000999.other.0001").rsplit(b".", 1)[1]
    return good(keys).rsplit(b".", 1)[0] + b"." + other


@mutation("refused")
def signature_of_bytes_without_meaning(random, keys):
    length = random.choice([0, 1, 64, 255, 256, 257, 512])
    filling = random.choice([b"\x00", b"\xff", None])
    signature = filling * length if filling else bytes(random.randrange(256) for _ in range(length))
    return assemble(keys, text(header()), text(claims()), lambda data: signature)


@mutation("refused")
def signature_with_a_leading_zero_or_cut(random, keys):
    def sign(data):
        signature = keys.sign(data)
        return random.choice([b"\x00" + signature, signature + b"\x00", signature[:-1], signature[1:]])
    return assemble(keys, text(header()), text(claims()), sign)


@mutation("refused")
def signature_by_another_method(random, keys):
    sign = random.choice([
        keys.sign_pss, lambda data: keys.sign(data, algorithm=hashes.SHA512),
        lambda data: keys.sign(data, algorithm=hashes.SHA1), keys.sign_curve])
    return assemble(keys, text(header()), text(claims()), sign)


@mutation("refused")
def claims_changed_behind_the_signature(random, keys):
    head, _, signature = good(keys).split(b".")
    changes = random.choice([{"sub": "000666.x.0001"}, {"exp": NOW + 10**6}, {"aud": "com.example.web"}, {"x": 1}])
    return b".".join([head, base64url(text(claims(**changes))), signature])


# The header.

@mutation("refused")
def algorithm_none(random, keys):
    name = random.choice(["none", "None", "NONE", "nOnE", ""])
    token = assemble(keys, text(header(alg=name)), text(claims()))
    return token if random.randrange(2) else token.rsplit(b".", 1)[0] + b"."


@mutation("refused")
def algorithm_of_a_shared_secret(random, keys):
    form = random.choice([serialization.PublicFormat.PKCS1, serialization.PublicFormat.SubjectPublicKeyInfo])
    name, algorithm = random.choice([("HS256", hashes.SHA256), ("HS384", hashes.SHA384), ("HS512", hashes.SHA512)])
    pem = keys.pem("SECONDKEY2", form)
    secret = random.choice([pem, pem.strip(), text(keys.jwks["keys"][1]), keys.jwks["keys"][1]["n"].encode()])
    return assemble(
        keys, text(header(alg=name)), text(claims()), lambda data: keys.sign_hmac(data, secret, algorithm))


@mutation("refused")
def algorithm_of_another_name(random, keys):
    name = random.choice(["RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256", "RS256 ", " RS256", "RS256\u0000", "Rs256"])
    return signed(keys, head=header(alg=name))


@mutation("refused")
def algorithm_of_another_type(random, keys):
    return signed(keys, head={**header(), "alg": random.choice([None, 256, True, ["RS256"], {"RS256": 1}])})


@mutation("refused")
def algorithm_missing(random, keys):
    return signed(keys, head=header(alg=None))


@mutation("refused")
def key_id_unknown(random, keys):
    kid = random.choice([
        "UNKNOWN", "", "secondkey2", "SECONDKEY2 ", "SECONDKEY2\u0000", "../../dev/null", "x' UNION SELECT 'k",
        "http://169.254.169.254/latest", "S" * 5000, "SECONDKEY"])
    return signed(keys, head=header(kid=kid))


@mutation("refused")
def key_id_missing_or_of_another_type(random, keys):
    value = random.choice([None, 1, True, ["SECONDKEY2"], {"kid": "SECONDKEY2"}])
    missing = value is None and random.randrange(2)
    return signed(keys, head=header(kid=None) if missing else {**header(), "kid": value})


@mutation("refused")
def key_brought_along(random, keys):
    """The token names or carries the key that signed it."""
    jwk = keys.jwk("SECONDKEY2", keys.foreign)
    extra = random.choice([
        {"jwk": jwk}, {"jku": "https://evil.example/keys"}, {"x5u": "https://evil.example/c"}, {"x5c": ["AAAA"]}])
    return assemble(
        keys, text({**header(), **extra}), text(claims()), lambda data: keys.sign(data, key=keys.foreign))


@mutation("refused")
def critical_extension(random, keys):
    extra = random.choice([
        {"crit": ["x-policy"], "x-policy": 1}, {"crit": []}, {"crit": "x"}, {"crit": None}, {"crit": ["exp"], "exp": 1},
        {"b64": False, "crit": ["b64"]}, {"b64": False}, {"b64": True, "crit": ["b64"]}])
    return signed(keys, head={**header(), **extra})


@mutation("accepted")
def header_member_of_the_standard(random, keys):
    extra = random.choice([
        {"typ": "JWT"}, {"typ": "at+jwt"}, {"cty": "JWT"}, {"jku": "https://evil.example/keys"}, {"x5t": "AAAA"},
        {"jwk": {"kty": "RSA", "n": "AQAB", "e": "AQAB"}}])
    return signed(keys, head={**header(), **extra})


@mutation("accepted")
def header_member_nobody_knows(random, keys):
    extra = random.choice([{"zip": "DEF"}, {"x": [{}]}, {"": ""}, {"epk": 1}, {"ALG": "none"}, {"alg ": "none"}])
    return signed(keys, head={**header(), **extra})


@mutation("refused")
def header_type_of_another_type(random, keys):
    return signed(keys, head={**header(), "typ": random.choice([1, None, True, ["JWT"], {}])})


@mutation("refused")
def header_member_twice(random, keys):
    first, second = random.choice([
        ('"alg":"RS256"', '"alg":"none"'), ('"alg":"none"', '"alg":"RS256"'), ('"alg":"RS256"', '"alg":"RS256"'),
        ('"kid":"SECONDKEY2"', '"kid":"FIRSTKEY01"'), ('"kid":"x"', '"k\\u0069d":"SECONDKEY2"')])
    rest = '"kid":"SECONDKEY2"' if "alg" in first else '"alg":"RS256"'
    return signed(keys, head=("{" + ",".join([first, rest, second]) + "}").encode())


@mutation("refused")
def header_that_is_no_object(random, keys):
    return signed(keys, head=random.choice([
        b"", b"null", b"[]", b'"RS256"', b"1", b"{", b"{}x", b"\xff\xfe{}",
        b"{'alg':'RS256'}"]))


# The claims.

@mutation("refused")
def claim_twice(random, keys):
    name = random.choice(["iss", "aud", "sub", "exp", "iat", "nonce"])
    value = {"iss": "https://evil.example", "exp": NOW + 10**6, "iat": NOW - 1}.get(name, "com.example.other")
    spelled = name if random.randrange(2) else "\\u%04x" % ord(name[0]) + name[1:]
    twin = ('"%s":%s' % (spelled, random.choice([text(value), text(claims()[name])]).decode())).encode()
    body = text(claims())
    return signed(keys, body=b"{" + twin + b"," + body[1:] if random.randrange(2) else body[:-1] + b"," + twin + b"}")


@mutation("refused")
def claim_twice_inside(random, keys):
    return signed(keys, body=text(claims())[:-1] + b',"x":' + random.choice([
        b'{"a":1,"a":2}', b'[{"a":1,"\\u0061":2}]', b'{"y":{"":0,"":1}}']) + b"}")


@mutation("refused")
def required_claim_missing(random, keys):
    return good(keys, **{random.choice(["iss", "aud", "sub", "exp", "iat", "nonce"]): None})


@mutation("refused")
def required_claim_of_another_type(random, keys):
    name = random.choice(["iss", "aud", "sub", "exp", "iat", "nonce"])
    value = random.choice(["null", "true", "{}", "[]", '""', '{"$ne":null}', "[[]]"])
    return signed(keys, body=raw(claims(), **{name: value}))


@mutation("refused")
def issuer_of_somebody_else(random, keys):
    value = random.choice([
        "https://evil.example", ISSUER + "/", ISSUER + "\u0000", ISSUER.upper(), "appleid.apple.com",
        "http://appleid.apple.com",
        "https://account.apple.com", [ISSUER], ["https://evil.example", ISSUER], {ISSUER: 1}, ISSUER + ".evil.example",
        "https://appleid.apple.com ", "https://appleid\u2024apple.com"])
    return good(keys, iss=value)


@mutation("refused")
def audience_of_another_app(random, keys):
    value = random.choice([
        "com.example", "com.example.app2", "com.example.ap", "COM.EXAMPLE.APP", "com.example.app ", "", "*", [],
        "com.example.app,com.example.web", ["com.example.other"], {"com.example.app": 1}, 1, "com.example.app\u0000"])
    return good(keys, aud=value)


@mutation("refused")
def audience_as_list_of_several(random, keys):
    value = random.choice([
        ["com.example.app", "com.example.other"], CLIENT_IDS, ["com.example.app"] * 2, ["com.example.app", 1],
        ["com.example.app", None], [["com.example.app"]]])
    return good(keys, aud=value)


@mutation("either")
def time_in_another_number_form(random, keys):
    name = random.choice(["exp", "iat"])
    base = NOW + 86_390 if name == "exp" else NOW - 10
    value = random.choice([
        f"{base}.0", f"{base}.25", f"{base}e0", f"{base / 10:.1f}e1", f"{base}E+0", f"{base // 10}0.000000000000000000001"])
    return signed(keys, body=raw(claims(), **{name: value}))


@mutation("refused")
def time_as_no_number(random, keys):
    name = random.choice(["exp", "iat"])
    base = NOW + 86_390 if name == "exp" else NOW - 10
    value = random.choice([
        f'"{base}"', f'" {base}"', f"+{base}", f"0{base}", f"{base}.", "NaN", "Infinity", "-Infinity", "1e999", "9" * 400,
        f"0x{base:x}", f'"{base}.0"', "1_800_000_000", f"[{base}]", "-", f".{base}"])
    return signed(keys, body=raw(claims(), **{name: value}))


@mutation("refused")
def expired(random, keys):
    return good(keys, exp=random.choice([NOW - 31, NOW - 3600, 0, -1, NOW - 10**9, -10**15]))


@mutation("refused")
def expiry_beyond_the_calendar(random, keys):
    return good(keys, exp=random.choice([NOW * 1000, 10**18, 2**63, 2**64, 10**30]))


@mutation("refused")
def issued_in_the_future(random, keys):
    return good(keys, iat=random.choice([NOW + 32, NOW + 3600, NOW + 86_000, NOW * 1000]))


@mutation("refused")
def not_yet_valid(random, keys):
    return good(keys, nbf=random.choice([NOW + 32, NOW + 3600, 253_402_300_000]))


@mutation("either")
def not_before_in_odd_forms(random, keys):
    return signed(keys, body=raw(claims(), nbf=random.choice([
        "0", "-1", str(NOW - 5), f"{NOW}.5", "true", '"0"', "[]", "{}", '""', f'"{NOW - 5}"'])))


@mutation("accepted")
def not_before_null(random, keys):
    return signed(keys, body=raw(claims(), nbf="null"))


@mutation("either")
def times_near_the_edge(random, keys):
    return good(keys, **random.choice([
        {"exp": NOW - 29}, {"exp": NOW - 30}, {"exp": NOW - 31}, {"iat": NOW + 29}, {"iat": NOW + 30}, {"iat": NOW + 31},
        {"nbf": NOW + 29}, {"nbf": NOW + 30}, {"nbf": NOW + 31}, {"exp": NOW - 29.5}, {"exp": NOW - 30.5}]))


@mutation("accepted")
def fraction_of_a_second_beyond_the_edge(random, keys):
    return good(keys, **{random.choice(["iat", "nbf"]): NOW + 30 + random.choice([0.25, 0.5, 0.75])})


@mutation("refused")
def nonce_of_another_spelling(random, keys):
    right = claims()["nonce"]
    value = random.choice([
        right.upper(), RAW_NONCE, right[:-1], right + "0", " " + right, "", right[::-1],
        base64url(bytes.fromhex(right)).decode(),
        [right], {"nonce": right}, int(right, 16), True])
    return good(keys, nonce=value)


@mutation("refused")
def subject_of_odd_form(random, keys):
    return good(keys, sub=random.choice(["", "x" * 300, 123, ["000123"], {"sub": 1}, True]))


@mutation("refused")
def claims_that_are_no_object(random, keys):
    return signed(keys, body=random.choice([
        b"", b"null", b"[]", b"[" + text(claims()) + b"]", b'"x"', b"1", text(claims())[:-1], text(claims()) + b"}",
        text(claims()) + text(claims()), text(claims()).replace(b'"', b"'")]))


@mutation("refused")
def claims_in_strange_bytes(random, keys):
    body = text(claims())
    return signed(keys, body=random.choice([
        b"\xef\xbb\xbf" + body, body.decode().encode("utf-16"), body.decode().encode("utf-32"),
        body.replace(b"ada", b"a\xffa"), body.replace(b"ada", b"a\xc0\xafa"), body.replace(b"ada", b"a\xed\xa0\x80a"),
        body.replace(b"ada", b"a\x00a"), body.replace(b"ada", b"a\\ud800a"), body.replace(b"ada", b"a\\x41a"),
        body + b"\x00",
        body.replace(b"ada", b"a\ta"), body[:-1] + b",}", b"//\n" + body]))


@mutation("refused")
def claims_nested_deeply(random, keys):
    depth = random.choice([17, 100, 1000, 4000])
    inner = b"[" * depth + b"]" * depth if random.randrange(2) else b'{"a":' * depth + b"1" + b"}" * depth
    return signed(keys, body=text(claims())[:-1] + b',"x":' + inner + b"}")


@mutation("refused")
def claims_too_large(random, keys):
    return signed(keys, body={**claims(), "x": "y" * random.choice([16 * 1024, 20 * 1024, 40_000])})


@mutation("refused")
def claims_of_too_many_members(random, keys):
    return signed(keys, body={**claims(), **{f"m{index}": 0 for index in range(random.randrange(257, 500))}})
