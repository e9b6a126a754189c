import { randomInt } from "node:crypto";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { Caller } from "./caller.ts";
import { REALTIME_NOTIFICATION } from "./events.ts";
import type { FindCaller } from "./serve-operations.ts";

/** Whether a caller may hear what is pushed on a channel. */
export type ChannelAllowed = (services: Services, caller: Caller, channel: string) => Promise<boolean>;

export const REALTIME_KEY = "kinora";
const ACTIVITY_TIMEOUT_SECONDS = 30;
const MAXIMUM_CHANNELS = 200;
const MAXIMUM_BUFFERED_BYTES = 1_048_576;
const RECHECK_MS = 5_000;

const clientMessage = z.object({
  event: z.string().max(100),
  data: z.union([z.object({ channel: z.string().max(200).optional() }), z.string(), z.null()]).optional(),
});

const pushed = z.object({ channel: z.string(), event: z.string(), data: z.unknown() });

interface Subscriber {
  socket: WebSocket;
  caller: Caller;
  channels: Set<string>;
}

/**
 * Realtime push in the Pusher protocol, version 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * Every channel is authorized when it is subscribed, by the session cookie of the upgrade request, and again while it
 * lasts: someone who loses a permission or signs out stops hearing within seconds.
 */
export async function serveRealtime(
  app: FastifyInstance,
  services: Services,
  findCaller: FindCaller,
  allowed: ChannelAllowed,
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: 16_384 } });
  const byChannel = new Map<string, Set<Subscriber>>();
  const everyone = new Set<Subscriber>();
  const consoleOrigin = new URL(services.config.urls.console).origin;

  const leave = (subscriber: Subscriber, channel: string) => {
    subscriber.channels.delete(channel);
    const members = byChannel.get(channel);
    members?.delete(subscriber);
    if (members?.size === 0) byChannel.delete(channel);
  };

  services.notifications.on(REALTIME_NOTIFICATION, (payload) => {
    const message = pushed.safeParse(JSON.parse(payload));
    if (!message.success) return;
    const { channel, event, data } = message.data;
    const frame = JSON.stringify({ event, channel, data: JSON.stringify(data) });
    for (const { socket } of byChannel.get(channel) ?? []) {
      // A client that does not read is cut off; it comes back and catches up over HTTP.
      if (socket.bufferedAmount > MAXIMUM_BUFFERED_BYTES) socket.terminate();
      else socket.send(frame);
    }
  });

  const recheck = setInterval(() => void revisit(), RECHECK_MS);
  recheck.unref();
  async function revisit(): Promise<void> {
    for (const subscriber of everyone) {
      for (const channel of subscriber.channels) {
        const stays = await allowed(services, subscriber.caller, channel).catch(() => true);
        if (!stays) {
          leave(subscriber, channel);
          subscriber.socket.close(4009, "no longer allowed");
          break;
        }
      }
    }
  }

  app.addHook("onClose", async () => {
    clearInterval(recheck);
    for (const { socket } of everyone) socket.terminate();
  });

  app.get("/realtime/app/:key", { websocket: true }, async (socket, request) => {
    const send = (event: string, data: object, channel?: string) =>
      socket.send(JSON.stringify({ event, ...(channel ? { channel } : {}), data: JSON.stringify(data) }));
    // Frames that arrive while the cookie is looked up wait here instead of being lost.
    const early: string[] = [];
    let handle: (text: string) => void = (text) => void early.push(text);
    socket.on("message", (data: Buffer) => handle(data.toString("utf8")));

    if (request.headers.origin !== undefined && request.headers.origin !== consoleOrigin) {
      socket.close(4009, "this page may not connect");
      return;
    }
    const caller = await findCaller(services, request);
    const subscriber: Subscriber = { socket, caller, channels: new Set() };
    everyone.add(subscriber);
    socket.on("close", () => {
      everyone.delete(subscriber);
      for (const channel of subscriber.channels) leave(subscriber, channel);
    });
    send("pusher:connection_established", {
      socket_id: `${randomInt(1e9)}.${randomInt(1e9)}`,
      activity_timeout: ACTIVITY_TIMEOUT_SECONDS,
    });

    async function subscribe(channel: string): Promise<void> {
      const ok = subscriber.channels.size < MAXIMUM_CHANNELS && (await allowed(services, caller, channel));
      if (socket.readyState !== socket.OPEN) return;
      if (!ok) {
        send(
          "pusher:subscription_error",
          { type: "AuthError", error: "You may not listen here.", status: 403 },
          channel,
        );
        return;
      }
      subscriber.channels.add(channel);
      const members = byChannel.get(channel);
      if (members) members.add(subscriber);
      else byChannel.set(channel, new Set([subscriber]));
      send("pusher_internal:subscription_succeeded", {}, channel);
    }

    handle = (text) => {
      const message = clientMessage.safeParse(parseJson(text));
      if (!message.success) return socket.close(4000, "that is not the protocol");
      const data = typeof message.data.data === "string" ? clientData(message.data.data) : message.data.data;
      const channel = data?.channel;
      if (message.data.event === "pusher:ping") send("pusher:pong", {});
      if (message.data.event === "pusher:subscribe" && channel) {
        subscribe(channel).catch((error: unknown) => {
          services.log.warn({ err: error, channel }, "subscription failed");
          socket.close(4100, "try again");
        });
      }
      if (message.data.event === "pusher:unsubscribe" && channel) leave(subscriber, channel);
    };
    for (const text of early) handle(text);
  });
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
