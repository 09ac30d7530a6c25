"""How the local Neo4j is set up: `neo4j.conf` and the flags of its JVM, as data."""

from collections.abc import Mapping
from pathlib import Path

from graphmem.local_neo4j.folder import Folder

HOST = "127.0.0.1"

SETTINGS: Mapping[str, str] = {
    "server.default_listen_address": HOST,
    "server.bolt.enabled": "true",
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "dbms.security.auth_enabled": "true",
    "dbms.usage_report.enabled": "false",
    "dbms.fleet_manager.enabled": "false",
    "server.fleet_discovery.enabled": "false",  # else it broadcasts on the network
    "db.tx_log.preallocate": "false",  # else 256 MiB for each database
    "db.tx_log.rotation.size": "16m",
    "db.tx_log.rotation.retention_policy": "128M size",  # recovery needs what follows the last checkpoint only
    "db.lock.acquisition.timeout": "10s",
    "db.transaction.timeout": "60s",
    # Between checkpoints an index exists in the transaction log alone: with the default of 15 minutes a killed server
    # rebuilt all vector and full-text indexes at its next start (160 s for 120,000 memories, against 7 s).
    "db.checkpoint.interval.time": "15s",
    "db.checkpoint.interval.tx": "20000",
    "db.query.default_language": "CYPHER_25",
    # The databases are closed before this wait for idle connections: it made a stop last 10 s instead of 0.6 s.
    "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
}

JVM_FLAGS = (
    "-XX:+UseG1GC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+ExitOnOutOfMemoryError",  # a server that ran out of heap limps on; one that ended is started again
    "-XX:-UsePerfData",  # else a file in the shared temporary folder names the command line
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
)


def neo4j_conf(*, port: int, page_cache: str, further: Mapping[str, str]) -> str:
    """Return the text of `neo4j.conf`; `further` settings win."""
    settings = {
        **SETTINGS,
        "server.bolt.listen_address": f"{HOST}:{port}",
        "server.bolt.advertised_address": f"{HOST}:{port}",
        "server.memory.pagecache.size": page_cache,
        **further,
    }
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def server_command(java: Path, jars: Path, folder: Folder, *, heap: str) -> list[str]:
    """Return the command that runs the server in the foreground."""
    return [
        str(java),
        f"-Xmx{heap}",
        *JVM_FLAGS,
        *("-cp", str(jars / "*")),
        "org.neo4j.server.Neo4jCommunity",
        f"--home-dir={folder.home}",
        f"--config-dir={folder.configuration}",
        "--console-mode",
    ]


def environment(folder: Folder) -> dict[str, str]:
    """Return the whole environment of a Java of ours: nothing of the caller's leaks in or changes the JVM."""
    return {"NEO4J_HOME": str(folder.home), "NEO4J_CONF": str(folder.configuration), "LANG": "C.UTF-8"}
