import type { Logger } from "../log.ts";
import type { ChannelQuestion, RealtimeRights } from "./realtime-rights.ts";
import type { Subscriber, Subscribers } from "./realtime-subscriber.ts";

/** Pause between two rechecks; together with the recheck it bounds how long a revoked permission has an effect. */
const RECHECK_PAUSE_MS = 2_000;
const PING_MS = 30_000;
/** Time for which a socket without a session stays open, so that its page can sign in. */
const ANONYMOUS_MS = 30_000;

export interface TimerIntervals {
  recheckPauseMs?: number;
  pingMs?: number;
  anonymousMs?: number;
}

/**
 * Rechecks and pings all sockets periodically until the returned function is called: unsubscribes from channels that are
 * not allowed any more, closes sockets whose peer is silent, and those without a session. Rechecks do not overlap.
 */
export function startTimers(
  subscribers: Subscribers,
  rights: RealtimeRights,
  log: Logger,
  { recheckPauseMs = RECHECK_PAUSE_MS, pingMs = PING_MS, anonymousMs = ANONYMOUS_MS }: TimerIntervals = {},
): () => void {
  let stopped = false;
  let recheck: NodeJS.Timeout;

  function round(): void {
    takeBack(subscribers, rights)
      .catch((error: unknown) =>
        // Without the database nothing is pushed either; the next recheck retries.
        log.warn({ err: error }, "could not check the rights of realtime subscriptions"),
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
  const lost = new Set<Subscriber>();
  const asked: { subscriber: Subscriber; question: ChannelQuestion }[] = [];
  for (const subscriber of subscribers.everyone) {
    const { caller, channels } = subscriber;
    if (caller.kind === "anonymous") continue;
    const names = channels.size > 0 ? [...channels] : [null];
    for (const channel of names) asked.push({ subscriber, question: { caller, channel } });
  }
  const answers = await rights.checkMany(asked.map(({ question }) => question));
  asked.forEach(({ subscriber, question: { channel } }, at) => {
    if (answers[at] === "ended") {
      subscribers.remove(subscriber);
      subscriber.socket.close(4009, "the session is over");
    } else if (answers[at] === "refused" && channel !== null && subscriber.channels.has(channel)) {
      subscribers.leave(subscriber, channel);
      lost.add(subscriber);
      subscriber.send(
        "pusher:subscription_error",
        { type: "AuthError", error: "You may not subscribe to this channel any more.", status: 403 },
        channel,
      );
    }
  });
  // Someone who was removed keeps no socket: what they may still receive, their page subscribes to again.
  for (const subscriber of lost) {
    if (subscriber.channels.size > 0 || subscriber.pending.size > 0) continue;
    subscribers.remove(subscriber);
    subscriber.socket.close(4100, "nothing is left to receive");
  }
}

// Browsers answer pings automatically (RFC 6455, section 5.5.2).
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
