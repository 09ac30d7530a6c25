"""The story: what is said, asked and undone, chapter by chapter."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from graphmem.demo import documents
from graphmem.demo.client import Client
from graphmem.demo.screen import Screen
from graphmem.demo.story_clock import StoryClock


@dataclass(slots=True)
class Story:
    """Two users, and what the chapters hand on to each other."""

    client: Client
    screen: Screen
    clock: StoryClock
    tag: str = field(default_factory=lambda: secrets.token_hex(2))
    address: dict[str, Any] = field(default_factory=dict[str, Any])
    before_the_move: datetime | None = None

    @property
    def lin(self) -> str:
        """The Chinese user of this run."""
        return f"xiaolin-{self.tag}"

    @property
    def emma(self) -> str:
        """The English user of this run."""
        return f"emma-{self.tag}"

    async def play(self) -> None:
        """Play every chapter in order."""
        await self.two_people_introduce_themselves()
        await self.an_exception()
        await self.a_change_of_mind()
        self.before_the_move = self.clock.now()
        self.clock.advance(timedelta(minutes=60))
        await self.a_move()
        await self.an_open_conflict()
        await self.the_other_language()
        await self.the_lineage()
        await self.an_hour_ago()
        await self.a_rollback()

    async def two_people_introduce_themselves(self) -> None:
        self.screen.chapter("Two users, two languages", "What is worth it becomes a memory; small talk does not.")
        await self._says(self.lin, "s1", "我叫林晓。", "我对花生过敏，千万别给我推荐含花生的零食。", "我不吃辣。")
        await self._says(self.lin, "s1", "我的收货地址是杭州市文三路90号。", "今天天气真好！")
        await self._says(
            self.emma, "s1", "My name is Emma and I live in London.", "I'm vegetarian, always remember that."
        )
        await self._says(self.emma, "s1", "How are you today?", "I usually prefer a window seat.")

    async def an_exception(self) -> None:
        self.screen.chapter("A taboo and a one-off exception", "The standing memory stays as it is.")
        await self._says(self.lin, "s2", "这次聚餐吃点辣也行。")

    async def a_change_of_mind(self) -> None:
        self.screen.chapter("Titanium, no, steel", "Consecutive turns about one thing end as one decision.")
        await self._says(self.emma, "s2", "I'll take the titanium cup.")
        await self._says(self.emma, "s2", "No, steel instead.")

    async def a_move(self) -> None:
        self.screen.chapter("An hour later: a change of address", "The newer value replaces the older; both are kept.")
        decisions = await self._says(self.lin, "s3", "我搬家了，收货地址改成上海市南京西路100号。")
        self.address = next(d["memory"] for d in decisions if d["memory"] and d["memory"]["version"] > 1)

    async def an_open_conflict(self) -> None:
        self.screen.chapter(
            "A conflict left open", "Nobody took anything back, so both sides stay until it is settled."
        )
        await self._says(self.emma, "s3", "I love coffee.")
        await self._says(self.emma, "s4", "I don't like coffee.")
        await self._asks(self.emma, "Does she like coffee?")

    async def the_other_language(self) -> None:
        self.screen.chapter("Asked in the other language", "An English question finds what was said in Chinese.")
        await self._asks(self.lin, "Which foods is this person allergic to?")
        await self._asks(self.emma, "她平时吃肉吗？")

    async def the_lineage(self) -> None:
        self.screen.chapter("Where did that address come from?", "Every version, why it was replaced, and the words.")
        found = await self.client.ask(documents.LINEAGE, user=self.lin, memory=self.address["id"])
        self.screen.lineage(found["lineage"])

    async def an_hour_ago(self) -> None:
        instant = self.before_the_move
        assert instant is not None  # noqa: S101 -- set by an earlier chapter
        self.screen.chapter("As of an hour ago", f"What the system held at {instant:%H:%M} UTC.")
        found = await self.client.ask(documents.MEMORIES, user=self.lin, asOf=instant.isoformat())
        self.screen.memories(found["memories"]["nodes"])

    async def a_rollback(self) -> None:
        self.screen.chapter("Rolled back", "A new version with the old content; nothing is rewritten.")
        done = await self.client.ask(documents.ROLLBACK, input={"memoryId": self.address["id"], "toVersion": 1})
        self.screen.version(done["memory"])
        found = await self.client.ask(documents.LINEAGE, user=self.lin, memory=done["memory"]["id"])
        self.screen.lineage(found["lineage"])

    async def _says(self, user: str, session: str, *lines: str) -> list[dict[str, Any]]:
        self.clock.advance(timedelta(minutes=2))
        turns = [{"role": "USER", "content": line} for line in lines]
        done = await self.client.ask(
            documents.OBSERVE, input={"userId": user, "sessionId": f"{session}-{self.tag}", "turns": turns}
        )
        self.screen.said(user, lines, done["decisions"])
        return list(done["decisions"])

    async def _asks(self, user: str, question: str) -> None:
        found = await self.client.ask(documents.RECALL, user=user, query=question, limit=3)
        self.screen.recalled(user, question, found["recall"]["hits"])
