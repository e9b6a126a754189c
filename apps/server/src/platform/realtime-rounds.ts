import type { Logger } from "./log.ts";
import type { ChannelQuestion, RealtimeRights } from "./realtime-rights.ts";
import type { Subscriber, Subscribers } from "./realtime-subscriber.ts";

/** Pause between two rounds; with the round itself it bounds how long rights that were taken away still have an effect. */
const RECHECK_PAUSE_MS = 2_000;
const PING_MS = 30_000;
/** A visitor without a session can be authorized for nothing; a page that is about to sign in has this long. */
const ANONYMOUS_MS = 30_000;

export interface RoundTimes {
  recheckPauseMs?: number;
  pingMs?: number;
  anonymousMs?: number;
}

/**
 * Looks after all sockets again and again until the answered function is called: takes back what is no longer allowed,
 * pings, ends connections whose peer is gone, and those of visitors without a session. A round begins when the one
 * before it has ended.
 */
export function beginRounds(
  subscribers: Subscribers,
  rights: RealtimeRights,
  log: Logger,
  { recheckPauseMs = RECHECK_PAUSE_MS, pingMs = PING_MS, anonymousMs = ANONYMOUS_MS }: RoundTimes = {},
): () => void {
  let stopped = false;
  let recheck: NodeJS.Timeout;

  function round(): void {
    takeBack(subscribers, rights)
      .catch((error: unknown) =>
        // Nothing is pushed without the database either; the next round asks again.
        log.warn({ err: error }, "rights of realtime subscriptions could not be checked"),
      )
      .finally(() => {
        if (!stopped) recheck = setTimeout(round, recheckPauseMs).unref();
      });
  }
  recheck = setTimeout(round, recheckPauseMs).unref();

  const pings = setInterval(() => pingAll(subscribers), pingMs).unref();
  const visitors = setInterval(() => endVisitors(subscribers, anonymousMs), Math.min(anonymousMs, 5_000)).unref();
  return () => {
    stopped = true;
    clearTimeout(recheck);
    clearInterval(pings);
    clearInterval(visitors);
  };
}

async function takeBack(subscribers: Subscribers, rights: RealtimeRights): Promise<void> {
  const asked: { subscriber: Subscriber; question: ChannelQuestion }[] = [];
  for (const subscriber of subscribers.everyone) {
    const { caller, channels } = subscriber;
    if (caller.kind === "anonymous") continue;
    const names = channels.size > 0 ? [...channels] : [null];
    for (const channel of names) asked.push({ subscriber, question: { caller, channel } });
  }
  const answers = await rights.askMany(asked.map(({ question }) => question));
  asked.forEach(({ subscriber, question: { channel } }, at) => {
    if (answers[at] === "ended") {
      subscribers.remove(subscriber);
      subscriber.socket.close(4009, "the session is over");
    } else if (answers[at] === "refused" && channel !== null && subscriber.channels.has(channel)) {
      subscribers.leave(subscriber, channel);
      subscriber.send(
        "pusher:subscription_error",
        { type: "AuthError", error: "You may no longer listen here.", status: 403 },
        channel,
      );
    }
  });
}

// A browser answers the ping by itself (RFC 6455, section 5.5.2).
function pingAll(subscribers: Subscribers): void {
  for (const subscriber of subscribers.everyone) {
    if (!subscriber.alive) subscriber.socket.terminate();
    else {
      subscriber.alive = false;
      subscriber.socket.ping();
    }
  }
}

function endVisitors(subscribers: Subscribers, anonymousMs: number): void {
  const before = performance.now() - anonymousMs;
  for (const { caller, connectedAt, socket } of subscribers.everyone)
    if (caller.kind === "anonymous" && connectedAt <= before) socket.close(4009, "sign in first");
}
