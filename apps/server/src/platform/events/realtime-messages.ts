import { z } from "zod";
import type { Logger } from "../log.ts";
import type { RealtimeRights } from "./realtime-rights.ts";
import { MAXIMUM_CHANNELS, type Subscriber, type Subscribers } from "./realtime-subscriber.ts";

const clientMessage = z.object({
  event: z.string().max(100),
  data: z.union([z.object({ channel: z.string().max(200).optional() }), z.string(), z.null()]).optional(),
});

/** Answers what clients send: pings, and subscriptions of channels that they have a right to. */
export class ClientMessages {
  readonly #subscribers: Subscribers;
  readonly #rights: RealtimeRights;
  readonly #log: Logger;

  constructor(subscribers: Subscribers, rights: RealtimeRights, log: Logger) {
    this.#subscribers = subscribers;
    this.#rights = rights;
    this.#log = log;
  }

  handle(subscriber: Subscriber, text: string): void {
    subscriber.alive = true;
    const message = clientMessage.safeParse(parseJson(text));
    if (!message.success) return subscriber.socket.close(4000, "that is not the protocol");
    const data = typeof message.data.data === "string" ? clientData(message.data.data) : message.data.data;
    const channel = data?.channel;
    if (message.data.event === "pusher:ping") subscriber.send("pusher:pong", {});
    if (message.data.event === "pusher:subscribe" && channel) this.#subscribe(subscriber, channel);
    if (message.data.event === "pusher:unsubscribe" && channel) {
      subscriber.pending.delete(channel);
      this.#subscribers.leave(subscriber, channel);
    }
  }

  #subscribe(subscriber: Subscriber, channel: string): void {
    const { caller, channels, pending } = subscriber;
    if (pending.has(channel)) return;
    if (channels.has(channel)) return subscriber.send("pusher_internal:subscription_succeeded", {}, channel);
    if (caller.kind === "anonymous") return refuse(subscriber, channel, "AuthError", "Access denied.", 403);
    if (!subscriber.maySubscribeToMore)
      return refuse(subscriber, channel, "LimitReached", `At most ${MAXIMUM_CHANNELS} channels.`, 429);
    pending.add(channel);
    this.#rights.ask({ caller, channel }).then(
      (answered) => {
        // Unsubscribed or disconnected meanwhile.
        if (!pending.delete(channel)) return;
        if (answered !== "allowed") return refuse(subscriber, channel, "AuthError", "Access denied.", 403);
        this.#subscribers.join(subscriber, channel);
        subscriber.send("pusher_internal:subscription_succeeded", {}, channel);
      },
      (error: unknown) => {
        this.#log.warn({ err: error, channel }, "subscription failed");
        subscriber.socket.close(4100, "try again");
      },
    );
  }
}

function refuse(subscriber: Subscriber, channel: string, type: string, error: string, status: number): void {
  subscriber.send("pusher:subscription_error", { type, error, status }, channel);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function clientData(text: string): { channel?: string | undefined } | null {
  const data = z.object({ channel: z.string().max(200).optional() }).safeParse(parseJson(text));
  return data.success ? data.data : null;
}
