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
    r"(?:api[ _-]?key|access[ _-]?key|secret[ _-]?key|(?:client|app|shared)[ _-]?secret|auth[ _-]?token"
    r"|(?:access|refresh|api|bot|session)[ _-]?token|bearer|密钥|秘钥|密匙|私钥|令牌)"
    r"\s*(?:is|are|[:=：是为])?\s*[\"'“]?(?P<value>(?=[A-Za-z0-9_./+=-]*\d)[A-Za-z0-9_./+=-]{12,500})",
    re.IGNORECASE,
)
_SECOND: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:(?:AKIA|ASIA)[0-9A-Z]{16}|LTAI[A-Za-z0-9]{12,24}|AKID[A-Za-z0-9]{13,40})(?![A-Za-z0-9])"
    r"[^\n]{0,60}?(?<![A-Za-z0-9/+=_-])"
    r"(?P<value>(?=[A-Za-z0-9/+]*\d)(?=[A-Za-z0-9/+]*[a-z])(?=[A-Za-z0-9/+]*[A-Z])[A-Za-z0-9/+]{24,64}={0,2})"
    r"(?![A-Za-z0-9/+=])",
    re.DOTALL,
)
"""The secret that belongs to a key's id, and has no form of its own."""
_IN_URL: Final = re.compile(r"://[^\s:/@]{1,64}:(?P<value>[^\s/@]{1,128})@")

_PASSWORD: Final = re.compile(
    r"\b(?:password|passcode|passphrase|pwd|pin(?: code)?)\b(?: (?:for|to|of) [\w -]{1,24}?)?"
    r"\s*(?:is|was|[:=：])\s*(?:now )?[\"'“‘]?(?P<value>[^\s\"'”’，。,;；]{3,64})",
    re.IGNORECASE,
)
_PASSWORD_ZH: Final = re.compile(
    r"(?<!账号)(?<!帐号)(?<!用户名)(?:密码|口令|支付密码|pin码)(?:现在|已经)?(?:是|为|改成|改为|设成|:|：)?\s*[\"“]?(?P<value>[A-Za-z0-9!@#$%^&*_+=.?~-]{4,64})",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(
    r"(?:\b(?:user ?name|user id|user|login|log-?in name|account)\b|用户名|账号|帐号|登录名)"
    r"(?: (?:is|name))?\s?(?:[:=：]|是|为)?\s?"
    r"[\w.@+-]{2,64}\s?(?:[,，;；/|]|\band\b|和)\s?(?:(?:the|my) )?(?:password|passwd|pass|pwd|pw|密码|口令)\b\s?"
    r"(?:(?:is|[:=：])\s?|是|为)?[\"'“‘]?(?P<value>[^\s\"'”’，。,;；]{4,64})"
    r"|(?:\b(?:my |the )?(?:login|log-in|credentials|user(?:name)?(?:/| and )pass(?:word)?)\b"
    r"|(?:账号|帐号|用户名)[和与及]?密码)"
    r"\s?(?:is|are|[:=：]|是|为)\s?[\w.@+-]{2,64}\s?[/:|,，]\s?[\"'“‘]?(?P<second>[^\s\"'”’，。,;；]{4,64})",
    re.IGNORECASE,
)
"""A name and its password, which alone has no word before it."""
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
    for pattern in (_NAMED, _SECOND, _IN_URL):
        for match in pattern.finditer(text):
            yield match.span("value")


def passwords(text: str) -> Iterator[tuple[int, int]]:
    """Give the spans of passwords and codes that are said in words ("my password is …", 密码是…)."""
    for match in _PASSWORD.finditer(text):
        value = match["value"].rstrip(".!?")
        if value and value.lower() not in _SAID_OF_PASSWORDS:
            yield match.start("value"), match.start("value") + len(value)
    for match in _PAIR.finditer(text):
        name = "value" if match["value"] else "second"
        if _looks_secret(match[name].rstrip(".!?")):
            yield match.span(name)
    for pattern in (_PASSWORD_ZH, _CODE):
        for match in pattern.finditer(text):
            yield match.span("value")


def _looks_secret(value: str) -> bool:
    """Tell a password from a word of the sentence: it has a digit, a sign, or capitals within."""
    return value.lower() not in _SAID_OF_PASSWORDS and not re.fullmatch(r"[A-Z]?[a-z]+|[\u4e00-\u9fff]+", value)
