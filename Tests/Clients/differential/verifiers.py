"""Two verifiers that others wrote, each with the same policy as ours."""

import hashlib

import joserfc.jwk
import joserfc.jwt
import jwt

from .tokens import CLIENT_IDS, ISSUER, NOW, RAW_NONCE

NONCE = hashlib.sha256(RAW_NONCE.encode()).hexdigest()
LEEWAY = 30
MALFORMED = (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, MemoryError)


class FixedClock:
    """PyJWT asks the time of `datetime`; ours is told it, so both must be told the same."""

    @staticmethod
    def now(tz=None):
        import datetime
        return datetime.datetime.fromtimestamp(NOW, tz=tz)


class PyJWT:
    """PyJWT, with the key chosen by id and the algorithm fixed, as its documentation asks for."""

    def __init__(self, jwks):
        self.keys = {key["kid"]: jwt.PyJWK(key, algorithm="RS256").key for key in jwks["keys"]}

    def accepts(self, token):
        try:
            token = token.decode()
            kid = jwt.get_unverified_header(token)["kid"]
            claims = jwt.decode(
                token, self.keys[kid], algorithms=["RS256"], audience=CLIENT_IDS, issuer=ISSUER, leeway=LEEWAY,
                options={"require": ["exp", "iat", "iss", "aud", "sub"]})
            return claims["nonce"] == NONCE
        except (jwt.PyJWTError, *MALFORMED):
            return False


class JoseRFC:
    """joserfc, which shares no code with PyJWT."""

    def __init__(self, jwks):
        self.keys = joserfc.jwk.KeySet.import_key_set(jwks)
        self.kids = {key["kid"] for key in jwks["keys"]}
        self.registry = joserfc.jwt.JWTClaimsRegistry(
            now=NOW, leeway=LEEWAY, iss={"essential": True, "value": ISSUER}, sub={"essential": True},
            aud={"essential": True, "values": CLIENT_IDS}, exp={"essential": True}, iat={"essential": True},
            nonce={"essential": True, "value": NONCE})

    def accepts(self, token):
        from joserfc.errors import JoseError
        try:
            # Without a key id the library would try every key of the set.
            if jwt.get_unverified_header(token.decode()).get("kid") not in self.kids:
                return False
            decoded = joserfc.jwt.decode(token.decode(), self.keys, algorithms=["RS256"])
            self.registry.validate(decoded.claims)
            return True
        except (JoseError, jwt.PyJWTError, *MALFORMED):
            return False
