import type { WebSocket } from "ws";
import type { Caller } from "../access/caller.ts";

/** Channels one socket may have, those that wait for their authorization included. */
export const MAXIMUM_CHANNELS = 200;
const MAXIMUM_BUFFERED_BYTES = 1_048_576;

/** One socket, who it belongs to and the channels it subscribed to. */
export class Subscriber {
  readonly socket: WebSocket;
  readonly caller: Caller;
  readonly connectedAt = performance.now();
  /** Channels that were authorized. */
  readonly channels = new Set<string>();
  /** Channels whose authorization is under way. */
  readonly pending = new Set<string>();
  /** Whether the peer sent anything since the last ping; a silent peer is disconnected. */
  alive = true;

  constructor(socket: WebSocket, caller: Caller) {
    this.socket = socket;
    this.caller = caller;
    socket.on("pong", () => (this.alive = true));
  }

  get maySubscribeToMore(): boolean {
    return this.channels.size + this.pending.size < MAXIMUM_CHANNELS;
  }

  send(event: string, data: object, channel?: string): void {
    this.sendFrame(JSON.stringify({ event, ...(channel ? { channel } : {}), data: JSON.stringify(data) }));
  }

  /** A client that does not read is cut off; it reconnects and catches up over HTTP. */
  sendFrame(frame: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > MAXIMUM_BUFFERED_BYTES) this.socket.terminate();
    else this.socket.send(frame);
  }
}

/** All connected sockets and their subscriptions. */
export class Subscribers {
  readonly everyone = new Set<Subscriber>();
  readonly #byChannel = new Map<string, Set<Subscriber>>();
  readonly #socketsOf = new Map<string, number>();
  #anonymous = 0;

  /** Sockets without a session or key. */
  get anonymous(): number {
    return this.#anonymous;
  }

  /** Sockets of one person or one API key. */
  socketsOf(caller: Caller): number {
    return this.#socketsOf.get(nameOf(caller)) ?? 0;
  }

  add(subscriber: Subscriber): void {
    this.everyone.add(subscriber);
    this.#count(subscriber.caller, 1);
  }

  remove(subscriber: Subscriber): void {
    if (!this.everyone.delete(subscriber)) return;
    this.#count(subscriber.caller, -1);
    subscriber.pending.clear();
    for (const channel of subscriber.channels) this.leave(subscriber, channel);
  }

  join(subscriber: Subscriber, channel: string): void {
    subscriber.channels.add(channel);
    const members = this.#byChannel.get(channel);
    if (members) members.add(subscriber);
    else this.#byChannel.set(channel, new Set([subscriber]));
  }

  leave(subscriber: Subscriber, channel: string): void {
    subscriber.channels.delete(channel);
    const members = this.#byChannel.get(channel);
    members?.delete(subscriber);
    if (members?.size === 0) this.#byChannel.delete(channel);
  }

  on(channel: string): Iterable<Subscriber> {
    return this.#byChannel.get(channel) ?? [];
  }

  #count(caller: Caller, by: 1 | -1): void {
    if (caller.kind === "anonymous") {
      this.#anonymous += by;
      return;
    }
    const left = (this.#socketsOf.get(nameOf(caller)) ?? 0) + by;
    if (left === 0) this.#socketsOf.delete(nameOf(caller));
    else this.#socketsOf.set(nameOf(caller), left);
  }
}

const nameOf = (caller: Caller): string =>
  caller.kind === "user" ? `user ${caller.userId}` : caller.kind === "api_key" ? `key ${caller.keyId}` : "";
