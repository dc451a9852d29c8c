"""Tokens as Apple makes them, and the few ways to spell and sign one."""

import base64
import hashlib
import json

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.asymmetric import ec

NOW = 1_800_000_000
RAW_NONCE = "0123456789abcdefghijklmnopqrstuv"
CLIENT_IDS = ["com.example.app", "com.example.web"]
ISSUER = "https://appleid.apple.com"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def number(value):
    return base64url(value.to_bytes((value.bit_length() + 7) // 8, "big")).decode()


class Keys:
    """Two keys of the set, one that is in no set, and one on a curve; made once a run."""

    def __init__(self):
        self.listed = {kid: rsa.generate_private_key(65537, 2048) for kid in ("FIRSTKEY01", "SECONDKEY2")}
        self.foreign = rsa.generate_private_key(65537, 2048)
        self.curve = ec.generate_private_key(ec.SECP256R1())
        self.jwks = {"keys": [self.jwk(kid, key) for kid, key in self.listed.items()]}

    @staticmethod
    def jwk(kid, key):
        numbers = key.public_key().public_numbers()
        return {"kty": "RSA", "kid": kid, "use": "sig", "alg": "RS256", "n": number(numbers.n), "e": number(numbers.e)}

    def pem(self, kid, form):
        return self.listed[kid].public_key().public_bytes(serialization.Encoding.PEM, form)

    def sign(self, data, kid="SECONDKEY2", key=None, algorithm=hashes.SHA256):
        return (key or self.listed[kid]).sign(data, padding.PKCS1v15(), algorithm())

    def sign_pss(self, data, kid="SECONDKEY2"):
        return self.listed[kid].sign(data, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())

    def sign_curve(self, data):
        r, s = decode_dss_signature(self.curve.sign(data, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")

    @staticmethod
    def sign_hmac(data, secret, algorithm=hashes.SHA256):
        mac = hmac.HMAC(secret, algorithm())
        mac.update(data)
        return mac.finalize()


def header(**changes):
    return {name: value for name, value in {"kid": "SECONDKEY2", "alg": "RS256", **changes}.items() if value is not None}


def claims(**changes):
    """A native token's claims; a member that is changed to None is left out."""
    members = {
        "iss": ISSUER, "aud": "com.example.app", "sub": "000123.0123456789abcdef0123456789abcdef.0712",
        "iat": NOW - 10, "exp": NOW + 86_390, "nonce": hashlib.sha256(RAW_NONCE.encode()).hexdigest(),
        "nonce_supported": True, "email": "ada@example.com", "email_verified": "true", "auth_time": NOW - 11,
        "real_user_status": 2, "c_hash": "AAAAAAAAAAAAAAAAAAAAAA", **changes,
    }
    return {name: value for name, value in members.items() if value is not None}


def text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def assemble(keys, header_bytes, claim_bytes, sign=None):
    """A token of these very bytes, properly signed unless told otherwise."""
    data = base64url(header_bytes) + b"." + base64url(claim_bytes)
    return data + b"." + base64url((sign or keys.sign)(data))


def good(keys, **changes):
    return assemble(keys, text(header()), text(claims(**changes)))
