"""The warm-up leaves nothing behind."""

from graphmem.pipelines.services import Services
from graphmem.pipelines.warm_up import NOBODY, warm_up
from tests.pipelines.teller import Teller


async def test_a_warm_up_leaves_nothing_behind(services: Services) -> None:
    await warm_up(services)
    await warm_up(services)
    nobody = Teller(services, NOBODY.tenant, NOBODY.user_id)
    assert await nobody.held() == []
    assert await services.database.execute("MATCH (n {owner_key: $owner}) RETURN n.id AS id", owner=NOBODY.key) == []
