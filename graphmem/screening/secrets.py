"""Finds keys, tokens and passwords."""

import re
from collections.abc import Iterator
from typing import Final

_KEYS: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"sk-[A-Za-z0-9_-]{16,200}|[spr]k_(?:live|test)_[A-Za-z0-9]{16,99}|whsec_[A-Za-z0-9]{24,64}"
    r"|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{30,255}|gl(?:pat|dt|ft|rt|soat|ptt)-[A-Za-z0-9_-]{20,64}"
    r"|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,300}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-[A-Za-z0-9-]{10,250}"
    r"|sq0(?:csp|atp|idp)-[0-9A-Za-z_-]{22,43}|EAAA[0-9A-Za-z_-]{60}|[0-9a-f]{32}-us\d{1,2}|dop_v1_[0-9a-f]{64}"
    r"|(?:AC|SK)[0-9a-f]{32}|[MNO][A-Za-z\d_-]{23,25}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,38}|\d{8,10}:AA[0-9A-Za-z_-]{33}"
    r"|AccountKey=[A-Za-z0-9+/=]{88}|(?:age-secret-key-|AGE-SECRET-KEY-)[0-9A-Z]{20,80}|sntrys_[A-Za-z0-9_=-]{20,200}"
    r"|hf_[A-Za-z0-9]{30,64}|npm_[A-Za-z0-9]{36}|pypi-[A-Za-z0-9_-]{50,250}|SG\.[\w-]{16,32}\.[\w-]{16,64}"
    r"|LTAI[A-Za-z0-9]{12,24}|eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000}"
    r")(?![A-Za-z0-9])"
)
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----(?:.{0,8000}?-----END [A-Z ]{0,20}PRIVATE KEY-----|[^-]{0,8000})",
    re.DOTALL,
)
_NAMED: Final = re.compile(
    r"(?:api[ _-]?key|access[ _-]?key|secret[ _-]?key|auth[ _-]?token|access[ _-]?token|bearer|密钥|令牌)"
    r"\s*(?:is|are|[:=：是为])?\s*[\"'“]?(?P<value>(?=[A-Za-z0-9_./+=-]*\d)[A-Za-z0-9_./+=-]{12,500})",
    re.IGNORECASE,
)
_IN_URL: Final = re.compile(r"://[^\s:/@]{1,64}:(?P<value>[^\s/@]{1,128})@")

_PASSWORD: Final = re.compile(
    r"\b(?:password|passcode|passphrase|pwd|pin(?: code)?)\b(?: (?:for|to|of) [\w -]{1,24}?)?"
    r"\s*(?:is|was|[:=：])\s*(?:now )?[\"'“‘]?(?P<value>[^\s\"'”’，。,;；]{3,64})",
    re.IGNORECASE,
)
_PASSWORD_ZH: Final = re.compile(
    r"(?:密码|口令|支付密码|pin码)(?:现在|已经)?(?:是|为|改成|改为|设成|:|：)?\s*[\"“]?(?P<value>[A-Za-z0-9!@#$%^&*_+=.?~-]{4,64})",
    re.IGNORECASE,
)
_CODE: Final = re.compile(
    r"(?:验证码|校验码|动态码|verification code|security code|one-time code|otp|cvv|cvc)"
    r"\s*(?:is|是|为|:|：)?\s*(?P<value>\d{3,8})(?!\d)",
    re.IGNORECASE,
)
_SAID_OF_PASSWORDS: Final = frozenset(
    """wrong weak expired incorrect invalid too not strong safe secure required missing lost forgotten the a an my
    stored kept hidden longer shorter different same correct still always never being very so old new""".split()  # noqa: SIM905 -- words, not code
)


def secrets(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of keys and tokens: by well-known prefixes, or by the word before them."""
    for match in _PRIVATE_KEY.finditer(text):
        yield match.span()
    for match in _KEYS.finditer(text):
        yield match.span()
    for pattern in (_NAMED, _IN_URL):
        for match in pattern.finditer(text):
            yield match.span("value")


def passwords(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of passwords and codes that are said in words ("my password is …", 密码是…)."""
    for match in _PASSWORD.finditer(text):
        value = match["value"].rstrip(".!?")
        if value and value.lower() not in _SAID_OF_PASSWORDS:
            yield match.start("value"), match.start("value") + len(value)
    for pattern in (_PASSWORD_ZH, _CODE):
        for match in pattern.finditer(text):
            yield match.span("value")
