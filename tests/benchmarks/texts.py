"""Made-up memories in both languages, different from one another, for measuring."""

# ruff: noqa: SIM905 -- word lists read better as one line

import random

_EN = (
    "User prefers {a} {b} over {c}",
    "User's colleague {n} works on the {b} project in {p}",
    "User plans to visit {p} with {n} in {m}",
    "User decided to buy the {a} {b}",
    "User does not like {a} {b} in {p}",
)
_ZH = (
    "用户更喜欢{a}的{b}，不喜欢{c}",
    "用户的同事{n}在{p}负责{b}项目",
    "用户计划{m}和{n}一起去{p}",
    "用户决定购买{a}的{b}",
    "用户在{p}不喜欢{a}的{b}",
)
_WORDS_EN = {
    "a": "red blue steel wooden quiet cheap light heavy organic spicy small large vintage modern soft".split(),
    "b": "cup chair keyboard garden bicycle lamp novel camera backpack kettle jacket table phone guitar clock".split(),
    "c": "plastic noise crowds coffee mornings meetings dust smoke rain traffic".split(),
    "n": "Alice Bruno Chen Dana Erik Farah Goran Hana Igor Julia Kofi Lena Marco Nadia Omar".split(),
    "p": "Berlin Hangzhou Lisbon Oslo Quito Shenzhen Turin Vienna Xiamen York Zagreb Kyoto Lima Nairobi".split(),
    "m": "January March May July September November spring autumn".split(),
}
_WORDS_ZH = {
    "a": "红色 蓝色 钢制 木制 安静 便宜 轻便 厚重 有机 辣味 小巧 大号 复古 现代 柔软".split(),
    "b": "杯子 椅子 键盘 花园 自行车 台灯 小说 相机 背包 水壶 夹克 桌子 手机 吉他 钟表".split(),
    "c": "塑料 噪音 拥挤 咖啡 早起 会议 灰尘 烟味 雨天 堵车".split(),
    "n": "小李 老王 陈晨 丁丁 艾米 方芳 高强 何欢 江涛 柯雨 林森 马可 宁静 欧阳 潘琪".split(),
    "p": "柏林 杭州 里斯本 奥斯陆 基多 深圳 都灵 维也纳 厦门 约克 京都 利马 内罗毕 成都".split(),
    "m": "一月 三月 五月 七月 九月 十一月 春天 秋天".split(),
}


def sentence(number: int) -> str:
    """The same sentence for the same number, half of them Chinese; a serial keeps them apart."""
    chance = random.Random(number)  # noqa: S311 -- test data
    templates, words = (_ZH, _WORDS_ZH) if number % 2 else (_EN, _WORDS_EN)
    text = chance.choice(templates).format(**{key: chance.choice(values) for key, values in words.items()})
    return f"{text} #{number}"


QUESTIONS = (
    "Which cup did they decide to buy?",
    "他不喜欢什么？",
    "Who works on the camera project?",
    "用户打算和谁去京都？",
    "What does the user prefer over plastic?",
    "小李在哪里负责什么项目？",
    "trip to Lisbon in spring",
    "木制的椅子",
)
