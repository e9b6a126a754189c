import { randomInt } from "node:crypto";
import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import type { WebSocket } from "ws";
import { z } from "zod";
import type { Services } from "../../context.ts";
import type { FindCaller } from "../http/serve-operations.ts";
import { REALTIME_NOTIFICATION } from "./events.ts";
import { ClientMessages } from "./realtime-messages.ts";
import { RealtimeRights, type AnswerChannels } from "./realtime-rights.ts";
import { MAXIMUM_CHANNELS, Subscriber, Subscribers } from "./realtime-subscriber.ts";
import { startTimers, type TimerIntervals } from "./realtime-timers.ts";

export const REALTIME_KEY = "kinora";
const ACTIVITY_TIMEOUT_SECONDS = 30;
const MAXIMUM_MESSAGE_BYTES = 16_384;
/** Sockets of one person or one API key: every tab has one. */
const MAXIMUM_SOCKETS_OF_ONE = 100;
/** Sockets without a session, of all visitors together. */
const MAXIMUM_ANONYMOUS = 1_000;

const pushed = z.object({ channel: z.string(), event: z.string(), data: z.unknown() });

/**
 * Realtime push in the Pusher protocol, version 7 (pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol).
 * Every channel is authorized when it is subscribed, by the session cookie of the upgrade request, and again while it
 * lasts: a permission that is lost, a key that is disabled or a session that ends takes effect within seconds.
 */
export async function serveRealtime(
  app: FastifyInstance,
  services: Services,
  findCaller: FindCaller,
  answer: AnswerChannels,
  times?: TimerIntervals,
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: MAXIMUM_MESSAGE_BYTES } });
  const { log } = services;
  const subscribers = new Subscribers();
  const rights = new RealtimeRights(services, answer);
  const messages = new ClientMessages(subscribers, rights, log);
  const consoleOrigin = new URL(services.config.urls.console).origin;

  services.notifications.on(REALTIME_NOTIFICATION, (payload) => {
    const message = pushed.safeParse(JSON.parse(payload));
    if (!message.success) return;
    const { channel, event, data } = message.data;
    const frame = JSON.stringify({ event, channel, data: JSON.stringify(data) });
    for (const subscriber of subscribers.on(channel)) subscriber.sendFrame(frame);
  });

  const stopTimers = startTimers(subscribers, rights, log, times);
  app.addHook("onClose", async () => {
    stopTimers();
    for (const { socket } of subscribers.everyone) socket.terminate();
  });

  app.get("/realtime/app/:key", { websocket: true }, async (socket, request) => {
    if (request.headers.origin !== undefined && request.headers.origin !== consoleOrigin) {
      socket.close(4009, "this page may not connect");
      return;
    }
    const early = holdEarlyFrames(socket);
    const caller = await findCaller(services, request).catch((error: unknown) => {
      log.warn({ err: error }, "could not read the session of a realtime connection");
      socket.close(4100, "try again");
      return null;
    });
    // The peer may have disconnected while its session was read.
    if (!caller || socket.readyState !== socket.OPEN) return;
    const tooMany =
      caller.kind === "anonymous"
        ? subscribers.anonymous >= MAXIMUM_ANONYMOUS
        : subscribers.socketsOf(caller) >= MAXIMUM_SOCKETS_OF_ONE;
    if (tooMany) {
      socket.close(4004, "too many connections");
      return;
    }
    const subscriber = new Subscriber(socket, caller);
    subscribers.add(subscriber);
    socket.on("close", () => subscribers.remove(subscriber));
    subscriber.send("pusher:connection_established", {
      socket_id: `${randomInt(1e9)}.${randomInt(1e9)}`,
      activity_timeout: ACTIVITY_TIMEOUT_SECONDS,
    });
    early.release((text) => messages.handle(subscriber, text));
  });
}

/** Buffers frames until the session is known; a peer that sends more than it may subscribe to is disconnected. */
function holdEarlyFrames(socket: WebSocket): { release(handle: (text: string) => void): void } {
  const early: string[] = [];
  let handle = (text: string): void => {
    if (early.length >= MAXIMUM_CHANNELS) socket.terminate();
    else early.push(text);
  };
  socket.on("message", (data: Buffer) => handle(data.toString("utf8")));
  return {
    release(next) {
      handle = next;
      for (const text of early.splice(0)) next(text);
    },
  };
}
