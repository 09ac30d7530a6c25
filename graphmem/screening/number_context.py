"""What a number is, by the words before it: an order or waybill is kept, a phone is not."""

import re
from typing import Final

_WINDOW: Final = 28
_BUSINESS: Final = re.compile(
    r"(?:订单|单号|运单|快递单?|物流|工单|票号|流水|编号|货号|型号|车次|航班|案件|发票号|序列号|条码|凭证号|批次|会员号"
    r"|\b(?:orders?|tickets?|tracking|waybills?|invoices?|case|references?|ref|booking|serial|model|sku|shipments?"
    r"|parcels?|packages?|confirmation|transaction|isbn|po|rma|version)\b)",
    re.IGNORECASE,
)
_PERSONAL: Final = re.compile(
    r"(?:电话|手机|号码|联系|拨打|致电|来电|微信|身份证|证件|银行卡|卡号|账号|短信"
    r"|\b(?:phone|mobile|cell|telephone|tel|call|text|sms|whatsapp|reach|contact|card|account|id card|ssn)\b)",
    re.IGNORECASE,
)

_ACCOUNT: Final = re.compile(
    r"(?:银行卡|卡号|信用卡|储蓄卡|银行账号|\b(?:credit card|debit card|bank card|card number|card)\b)", re.IGNORECASE
)


def is_business_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` make it one of an order, a ticket or the like."""
    before = text[max(0, start - _WINDOW) : start]
    business, personal = _last(_BUSINESS, before), _last(_PERSONAL, before)
    return business > personal


def is_personal_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` make it a phone, an identity or an account."""
    before = text[max(0, start - _WINDOW) : start]
    return _last(_PERSONAL, before) > _last(_BUSINESS, before)


def is_account_number(text: str, start: int) -> bool:
    """Tell whether the words before the number at `start` call it a card or an account."""
    return _ACCOUNT.search(text[max(0, start - _WINDOW) : start]) is not None


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.end() for match in pattern.finditer(text)), default=-1)
