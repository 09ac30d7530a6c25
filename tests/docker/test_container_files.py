"""The container files, as far as they can be checked where no container engine is at hand."""

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

DOCKER = Path(__file__).parents[2] / "docker"
BIN = Path(sysconfig.get_path("scripts"))


def _run(command: list[str | Path], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={"PATH": os.environ["PATH"], **environment}
    )


def test_the_dockerfile_has_no_fault_that_a_linter_knows() -> None:
    done = _run([BIN / "hadolint", "--failure-threshold", "style", DOCKER / "Dockerfile"])
    assert done.returncode == 0, done.stdout + done.stderr


def test_compose_accepts_its_file() -> None:
    done = _run([BIN / "docker-compose", "-f", DOCKER / "compose.yaml", "config", "-q"], NEO4J_PASSWORD="long-enough")
    assert done.returncode == 0, done.stderr


def test_compose_refuses_to_start_without_a_password() -> None:
    done = _run([BIN / "docker-compose", "-f", DOCKER / "compose.yaml", "config", "-q"])
    assert done.returncode != 0
    assert "NEO4J_PASSWORD" in done.stderr


@pytest.mark.parametrize("line", ["USER 10001", "HEALTHCHECK", "AS build"])
def test_the_image_runs_as_nobody_special_and_says_how_it_is(line: str) -> None:
    assert line in (DOCKER / "Dockerfile").read_text(encoding="utf-8")
