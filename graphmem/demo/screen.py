"""How the story is shown at a terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

COLOURS = {"ACTIVE": "green", "OBSERVED": "yellow", "SUPERSEDED": "dim", "EXPIRED": "dim"}
SIGNS = {
    "ADD": "+", "IGNORE": "·", "SUPERSEDE": "→", "EXCEPTION": "!", "KEEP_BOTH": "≠", "REINFORCE": "↑", "OBSERVE": "?",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Screen:
    """Prints chapters, what was said and what became of it."""

    console: Console

    def chapter(self, title: str, line: str) -> None:
        """Begin a chapter."""
        self.console.print()
        self.console.rule(f"[bold]{title}[/bold]", align="left")
        self.console.print(f"[dim]{line}[/dim]")

    def said(self, user: str, lines: Sequence[str], decisions: Sequence[dict[str, Any]]) -> None:
        """What a user said, and how each candidate ended."""
        for line in lines:
            self.console.print(Text.assemble((f"{_name(user)}: ", "bold cyan"), line))
        for d in decisions:
            sign = SIGNS.get(d["action"], "•")
            text = Text.assemble(f"  {sign} ", (f"{d['action'].lower()} ", "bold"), (f"{d['rule']} ", "magenta"))
            if d["memory"]:
                text.append(d["memory"]["content"], style=COLOURS.get(d["memory"]["status"], ""))
            if d["related"] and d["action"] != "REINFORCE":
                text.append(f"   {_link(d['action'])} {d['related']['content']}", style="dim")
            text.append(f"   ({d['reason']})", style="dim")
            self.console.print(text)

    def recalled(self, user: str, question: str, hits: Sequence[dict[str, Any]]) -> None:
        """A question and the memories that answer it."""
        self.console.print(Text.assemble((f"asked about {_name(user)}: ", "bold cyan"), question))
        if not hits:
            self.console.print("  [dim]nothing is remembered about that[/dim]")
        for hit in hits:
            memory, score = hit["memory"], hit["score"]
            text = Text.assemble(f"  {score['total']:.2f} ", (memory["content"], COLOURS.get(memory["status"], "")))
            for other in memory["conflicts"]:
                text.append(f"   ≠ {other['content']} ({other['status'].lower()})", style="yellow")
            for other in memory["exceptions"]:
                text.append(f"   ! {other['content']}", style="yellow")
            self.console.print(text)

    def lineage(self, lineage: dict[str, Any]) -> None:
        """Every version of a memory, the words it stands on, and the edges between them."""
        table = Table(box=None, pad_edge=False, header_style="dim")
        for name in ("", "memory", "status", "since", "the words it stands on"):
            table.add_column(name)
        for v in lineage["versions"]:
            words = "; ".join(s["fragment"] for s in v["sources"]) or v["source"].lower().replace("_", " ")
            status = v["status"]
            table.add_row(
                f"v{v['version']}",
                Text(v["content"], style=COLOURS.get(status, "")),
                status.lower(),
                v["recordedAt"][11:19],
                Text(words, style="dim"),
            )
        self.console.print(table)
        for edge in lineage["relations"]:
            kind = edge["kind"].lower().replace("_", " ")
            ends = f"  v{edge['from']['version']} ", (kind, "bold"), f" v{edge['to']['version']}"
            self.console.print(Text.assemble(*ends, (f"   {edge['rule']}: {edge['reason']}", "dim")))

    def memories(self, memories: Sequence[dict[str, Any]]) -> None:
        """A list of memories."""
        for m in memories:
            self.console.print(
                Text.assemble(f"  {m['type'].lower():<11}", (m["content"], COLOURS.get(m["status"], "")))
            )

    def version(self, memory: dict[str, Any]) -> None:
        """One version."""
        self.console.print(
            Text.assemble(f"  v{memory['version']} ", (memory["content"], COLOURS.get(memory["status"], "")))
        )


def _name(user: str) -> str:
    return user.rsplit("-", 1)[0]


def _link(action: str) -> str:
    return {"SUPERSEDE": "replaces", "KEEP_BOTH": "against", "EXCEPTION": "beside"}.get(action, "with")
