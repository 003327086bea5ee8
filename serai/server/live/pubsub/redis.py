"""Publish/subscribe by Redis, or Valkey, for many processes.

There is one channel for all, and one for each process. Redis knows who subscribes to which place, such as a
table, and a message about it goes to their channels alone. However many processes there are, each receives
only what concerns it.

The queue is a sorted set by the time from which work may be taken. Whoever leases work puts that time off,
and again while they work; if they die it comes round. That is at once if their connection has ended, since
Redis knows that nobody subscribes to their channel any more; the same goes for leadership. Beside the work
are its urgency and its owner: the most urgent goes first, and among that the work of whoever was served
longest ago, as `serai.server.live.scheduling` does within a process. All times are by Redis' clock. A time
further ahead than anybody ever sets was left by a clock that has since been put back: it does not count.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from time import monotonic
from typing import Any, Final

import orjson
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from serai.kernel.errors import BadOption
from serai.server.live.pubsub import DEAD_AFTER, HEARTBEAT, JOBS, Handler
from serai.server.live.scheduling import SELDOM, Priority, Urgency
from serai.server.safety.rate_limit import RateLimiter
from serai.server.tasks import end

log = logging.getLogger("serai.server")

RETRY_DELAY: Final = 0.25  # seconds before the next attempt to reach Redis
TIMEOUT: Final = 5.0  # seconds for an answer
LEASE_SECONDS: Final = 2.5  # seconds after which a lease ends, unless it is renewed
MOST_WAITING: Final = 20_000  # messages in the outbox; more are dropped, and others read the log
BATCH_SIZE: Final = 200
# uvloop raises RuntimeError for a connection that has just ended.
FAULTS: Final = (RedisError, OSError, asyncio.TimeoutError, RuntimeError)

SUBSCRIBE_TIMEOUT: Final = 1.0  # seconds that a subscriber waits for Redis
RESUBSCRIBE_EVERY: Final = 60.0  # seconds after which all subscriptions are registered again
SUBSCRIPTION_TTL: Final = 600  # seconds after which Redis forgets a place that nobody registers again

WORK: Final = ("serai:work", "serai:again", "serai:claims", "serai:served", "serai:holders")
MOST_WORK: Final = 5000  # that is considered for a lease: the oldest
MOST_SERVED: Final = 10_000  # owners who are remembered
NOW: Final = "local t = redis.call('TIME') local now = t[1] + t[2] / 1000000 "
LIVES: Final = """
local function lives(channel, who)
  return redis.call('PUBSUB', 'NUMSUB', channel .. ':' .. who)[2] > 0
end
"""
TAKE_LEASE: Final = (
    NOW
    + LIVES
    + """
local holders = redis.call('HGETALL', KEYS[5])
local dead = {}
for i = 1, #holders, 2 do
  local work, who = holders[i], holders[i + 1]
  if dead[who] == nil then dead[who] = who ~= ARGV[6] and not lives(ARGV[7], who) end
  if dead[who] then
    redis.call('ZADD', KEYS[1], 'XX', now, work)
    redis.call('HDEL', KEYS[5], work)
  end
end
local lease, least, seldom = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[4])
if #due == 0 then return {false, 0, 0, 0} end
local claims = redis.call('HMGET', KEYS[3], unpack(due))
local turn = redis.call('HINCRBY', KEYS[4], 'turn', 1)
local reverse = least == 2 and turn % seldom == 0
local waiting, number, last = {0, 0, 0}, {}, {}
local found, rank, served, whose, claimed
for i, work in ipairs(due) do
  local claim = claims[i] or ('2 ' .. work)
  local urgency, owner = tonumber(string.sub(claim, 1, 1)), 'of ' .. string.sub(claim, 3)
  if not last[claim] then
    last[claim] = tonumber(redis.call('HGET', KEYS[4], owner) or 0)
    waiting[urgency + 1] = waiting[urgency + 1] + 1
  end
  number[claim] = (number[claim] or 0) + 1
  local order = reverse and -urgency or urgency
  if urgency <= least and (not found or order < rank or (order == rank and last[claim] < served)) then
    found, rank, served, whose, claimed = work, order, last[claim], owner, claim
  end
end
if found then
  redis.call('ZADD', KEYS[1], now + lease, found)
  redis.call('HSET', KEYS[5], found, ARGV[6])
  if redis.call('HLEN', KEYS[4]) > tonumber(ARGV[5]) then redis.call('DEL', KEYS[4]) end
  redis.call('HSET', KEYS[4], whose, turn)
  if number[claimed] == 1 then  -- it does not wait any more
    local urgency = tonumber(string.sub(claimed, 1, 1))
    waiting[urgency + 1] = waiting[urgency + 1] - 1
  end
end
return {found or false, unpack(waiting)}
"""
)
# Work that is enqueued while a process works on it may be news to that process, and must be done again.
ENQUEUE: Final = (
    NOW
    + """
redis.call('HSET', KEYS[3], ARGV[1], ARGV[3])
local at = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 'inf')
if at - now > tonumber(ARGV[2]) then redis.call('ZADD', KEYS[1], now, ARGV[1]) return 1 end
redis.call('SADD', KEYS[2], ARGV[1])
return 0
"""
)
COMPLETE: Final = (
    NOW
    + """
redis.call('HDEL', KEYS[5], ARGV[1])
if redis.call('SREM', KEYS[2], ARGV[1]) == 0 then
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[3], ARGV[1])
  return 0
end
redis.call('ZADD', KEYS[1], now, ARGV[1])
return 1
"""
)
RENEW_LEASE: Final = NOW + "return redis.call('ZADD', KEYS[1], 'XX', now + ARGV[1], ARGV[2])"
RELEASE: Final = "redis.call('HDEL', KEYS[5], ARGV[2]) " + RENEW_LEASE
# A `TokenBucket` for all processes.
ALLOW: Final = (
    NOW
    + """
local rate, reserve = tonumber(ARGV[1]), tonumber(ARGV[2])
local known = redis.call('HMGET', KEYS[1], 'left', 'last')
local passed = math.max(0, now - (tonumber(known[2]) or now))
local left = math.min(reserve, (tonumber(known[1]) or reserve) + passed * rate)
local may = 0
if left >= 1 then left = left - 1 may = 1 end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'last', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil(reserve / rate) + 1)
return may
"""
)
SUBSCRIBE: Final = """
for _, place in ipairs(KEYS) do
  redis.call('SADD', place, ARGV[1])
  redis.call('EXPIRE', place, ARGV[2])
end
"""
UNSUBSCRIBE: Final = "for _, place in ipairs(KEYS) do redis.call('SREM', place, ARGV[1]) end"
# A message about a place goes to its subscribers but not to its sender: one message for each of them. Whoever
# does not receive it has died, or will register again.
PUBLISH_AT: Final = """
local told = {}
for i, place in ipairs(KEYS) do
  for _, who in ipairs(redis.call('SMEMBERS', place)) do
    if who ~= ARGV[1] then
      told[who] = told[who] or {}
      table.insert(told[who], i)
    end
  end
end
for who, places in pairs(told) do
  local lines = {}
  for n, i in ipairs(places) do lines[n] = ARGV[i + 2] end
  local message = ARGV[1] .. '\\n[' .. table.concat(lines, ',') .. ']'
  if redis.call('PUBLISH', ARGV[2] .. ':' .. who, message) == 0 then
    for _, i in ipairs(places) do redis.pcall('SREM', KEYS[i], who) end
  end
end
"""
LEAD: Final = (
    LIVES
    + """
local leader = redis.call('GET', KEYS[1])
local known = leader and redis.call('PTTL', KEYS[1]) <= tonumber(ARGV[2])
if known and leader ~= ARGV[1] and lives(ARGV[3], leader) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
)

SCRIPTS: Final = (
    SUBSCRIBE,
    UNSUBSCRIBE,
    PUBLISH_AT,
    TAKE_LEASE,
    ENQUEUE,
    COMPLETE,
    RENEW_LEASE,
    RELEASE,
    ALLOW,
    LEAD,
)


class RedisPubSub:
    """`PubSub` by Redis. While Redis is down, a process carries on as if it were alone."""

    multi_process = True

    def __init__(self, url: str) -> None:
        self.name = f"{os.uname().nodename}-{os.getpid()}-{token_hex(4)}"
        self.redis = connect(url)
        base = self.redis.connection_pool.connection_kwargs.get("db") or 0
        self.channel = f"serai:{base}"  # the databases of one Redis share their channels
        self.handlers: dict[str, list[Handler]] = {}
        self.outbox: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MOST_WAITING)
        self.subscribed: set[str] = set()
        self.registered: set[str] = set()  # those that Redis knows of
        self.leaving: set[str] = set()  # no longer subscribed, but Redis may still know them
        self.registering = asyncio.Lock()  # held while subscriptions are registered
        self.registered_at = monotonic()  # when all of them were
        self.tasks: list[asyncio.Task[None]] = []
        self.script = {text: self.redis.register_script(text) for text in SCRIPTS}
        self.waiting_owners: Sequence[int] = (0,) * len(Urgency)
        self.ready = asyncio.Event()  # set once messages are received

    def add_handler(self, kind: str, handler: Handler) -> None:
        self.handlers.setdefault(kind, []).append(handler)

    def publish(self, kind: str, *, at: str = "", **what: Any) -> None:
        with suppress(asyncio.QueueFull):
            self.outbox.put_nowait((at, orjson.dumps([kind, what])))

    async def subscribe(self, place: str) -> None:
        self.subscribed.add(place)
        if place not in self.registered:
            with suppress(*FAULTS):  # if it is still wanted, it is registered with the next heartbeat
                async with asyncio.timeout(SUBSCRIBE_TIMEOUT):
                    await self._register(SUBSCRIBE, {place})

    def unsubscribe(self, place: str) -> None:
        self.subscribed.discard(place)
        self.leaving.add(place)  # registered with the next heartbeat

    async def open(self) -> bool:
        first = bool(await self.redis.set("serai:up", self.name, nx=True, px=int(DEAD_AFTER * 1000)))
        self.tasks = [
            asyncio.create_task(one())
            for one in (self._receive_all, self._publish_all, self._send_heartbeats)
        ]
        await asyncio.wait_for(self.ready.wait(), TIMEOUT)
        return first

    async def close(self) -> None:
        self.publish("bye")
        with suppress(*FAULTS):
            await self._send()
        await end(self.tasks)
        with suppress(*FAULTS):
            async with asyncio.timeout(SUBSCRIBE_TIMEOUT):
                await self._register(UNSUBSCRIBE, self.registered)
        await self.redis.aclose()

    # Publishing and receiving

    async def _send_heartbeats(self) -> None:
        """Send heartbeats, forever."""
        while True:
            self.publish("alive")
            try:
                with suppress(*FAULTS):
                    await self.redis.set("serai:up", self.name, px=int(DEAD_AFTER * 1000))
                with suppress(*FAULTS):
                    await self._register_all()
            except Exception:
                log.exception("the heartbeat failed")
            await asyncio.sleep(HEARTBEAT)

    async def _register_all(self, anew: bool = False) -> None:
        """Tell Redis which places are subscribed, and which no longer are."""
        gone = (self.leaving | self.registered) - self.subscribed
        self.registered -= gone  # new subscribers register it again
        if anew:
            self.registered.clear()
        renewed = monotonic()
        due = renewed - self.registered_at > RESUBSCRIBE_EVERY
        new = set(self.subscribed) if due else self.subscribed - self.registered
        await self._register(UNSUBSCRIBE, gone)
        self.leaving -= gone | self.subscribed
        await self._register(SUBSCRIBE, new)
        if due:
            self.registered_at = renewed

    async def _register(self, what: str, places: set[str]) -> None:
        """Run a script for some places, one call at a time."""
        if places:
            async with self.registering:
                await self.script[what](keys=list(map(self._key, places)), args=[self.name, SUBSCRIPTION_TTL])
                if what == SUBSCRIBE:
                    self.registered |= places

    def _key(self, place: str) -> str:
        return f"serai:at:{place}"

    async def _publish_all(self) -> None:
        while True:
            first = await self.outbox.get()
            try:
                await self._send(first)
            except FAULTS as error:
                log.warning("Redis does not answer (%s); other processes read the log", type(error).__name__)
                await asyncio.sleep(RETRY_DELAY)
            except Exception:
                log.exception("publishing to Redis failed")
                await asyncio.sleep(RETRY_DELAY)

    async def _send(self, *first: tuple[str, bytes]) -> None:
        """Publish all waiting messages in one go."""
        by_place: dict[str, list[bytes]] = {}
        for place, what in first:
            by_place[place] = [what]
        for _ in range(min(BATCH_SIZE, self.outbox.qsize())):
            place, what = self.outbox.get_nowait()
            by_place.setdefault(place, []).append(what)
        to_all = by_place.pop("", [])
        try:
            if by_place:
                lines = [b",".join(lines) for lines in by_place.values()]
                args: list[str | bytes] = [self.name, self.channel, *lines]
                await self.script[PUBLISH_AT](keys=list(map(self._key, by_place)), args=args)
        finally:
            if to_all:
                await self.redis.publish(self.channel, b"%b\n[%b]" % (self.name.encode(), b",".join(to_all)))

    async def _receive_all(self) -> None:
        while True:
            try:
                async with self.redis.pubsub() as subscription:
                    await subscription.subscribe(self.channel, f"{self.channel}:{self.name}")
                    await self._receive(subscription)
            except FAULTS as error:
                log.warning("the subscription to Redis failed: %s", type(error).__name__)
            except Exception:
                log.exception("the subscription to Redis failed")
            await asyncio.sleep(RETRY_DELAY)

    async def _receive(self, subscription: PubSub) -> None:
        """Receive until the subscription falls silent: our own heartbeats arrive, too."""
        last = monotonic()
        while monotonic() - last < DEAD_AFTER:
            message = await subscription.get_message(timeout=HEARTBEAT)
            if message is None:
                continue
            last = monotonic()
            if message["type"] == "message":
                await self._dispatch(message["data"])
            elif message["type"] == "subscribe" and message["channel"] != self.channel.encode():
                with suppress(*FAULTS):  # then it is done with the next heartbeat
                    await self._register_all(anew=True)  # Redis may have lost everything
                self.ready.set()
                await self._run_handlers("connected", self.name, {})

    async def _dispatch(self, message: bytes) -> None:
        name, _, messages = message.partition(b"\n")
        if name == self.name.encode():
            return
        try:
            all_messages = [(str(kind), dict(what)) for kind, what in orjson.loads(messages)]
        except (ValueError, TypeError):
            log.warning("a message on %s is not from Serai", self.channel)
            return
        for kind, what in all_messages:
            await self._run_handlers(kind, name.decode(errors="replace"), what)

    async def _run_handlers(self, kind: str, who: str, what: dict[str, Any]) -> None:
        for handler in (*self.handlers.get("", []), *self.handlers.get(kind, [])):
            try:
                await handler(who, what)
            except Exception:
                log.exception("a handler of %s messages failed", kind)

    # Shared state

    async def lead(self, what: str, seconds: float) -> bool:
        try:
            args: list[str | int] = [self.name, int(seconds * 1000), self.channel]
            return bool(await self.script[LEAD](keys=[f"serai:lead:{what}"], args=args))
        except FAULTS:
            return True  # better twice than not at all: the log decides

    async def allow(self, what: str, limit: RateLimiter, who: object) -> bool:
        rate, reserve, _ = limit.kind
        try:
            asked = self.script[ALLOW](keys=[f"serai:limit:{what}:{who}"], args=[rate, reserve])
            return bool(await asked)
        except FAULTS:
            return limit.take(who)

    async def reset(self, what: str, limit: RateLimiter, who: object) -> None:
        limit.known.pop(who, None)
        with suppress(*FAULTS):
            await self.redis.delete(f"serai:limit:{what}:{who}")

    async def put(self, key: str, value: str, seconds: float) -> None:
        with suppress(*FAULTS):
            await self.redis.set(f"serai:kept:{key}", value, px=int(seconds * 1000))

    async def pop(self, key: str) -> str | None:
        with suppress(*FAULTS):
            found = await self.redis.getdel(f"serai:kept:{key}")
            return found.decode() if isinstance(found, bytes) else None
        return None

    # The queue of work

    async def enqueue(self, work: str, priority: Priority) -> None:
        with suppress(*FAULTS):  # the check for tables at which nothing happens adds it again
            if await self.script[ENQUEUE](keys=WORK, args=[work, LEASE_SECONDS, str(priority)]):
                await self._announce_work()

    async def _announce_work(self) -> None:
        self.publish("work", at=JOBS)
        await self._run_handlers("work", self.name, {})

    async def lease(self, least: Urgency = Urgency.NOBODY) -> str | None:
        args: list[str | float] = [
            LEASE_SECONDS,
            int(least),
            SELDOM,
            MOST_WORK,
            MOST_SERVED,
            self.name,
            self.channel,
        ]
        try:
            found, *self.waiting_owners = await self.script[TAKE_LEASE](keys=WORK, args=args)
        except FAULTS:
            return None
        return found.decode() if isinstance(found, bytes) else None

    async def renew(self, work: str) -> None:
        with suppress(*FAULTS):
            await self.script[RENEW_LEASE](keys=WORK, args=[LEASE_SECONDS, work])

    async def complete(self, work: str) -> None:
        with suppress(*FAULTS):
            if await self.script[COMPLETE](keys=WORK, args=[work]):
                await self._announce_work()

    async def release(self, work: str, seconds: float = 0.0) -> None:
        with suppress(*FAULTS):
            await self.script[RELEASE](keys=WORK, args=[seconds, work])
            await self._announce_work()


def connect(url: str) -> Redis:
    """A client. Raises `BadOption` for an invalid address."""
    try:
        return Redis.from_url(
            url,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            retry=Retry(NoBackoff(), 1),
        )
    except ValueError as error:
        raise BadOption("a Redis is redis://:PASSWORD@HOST:PORT/NUMBER") from error


async def check_redis(url: str) -> None:
    """Check that Redis answers. Raises `BadOption`."""
    redis = connect(url)
    try:
        await redis.ping()
    except FAULTS as error:
        raise BadOption(f"Redis does not answer: {error}") from error
    finally:
        await redis.aclose()
