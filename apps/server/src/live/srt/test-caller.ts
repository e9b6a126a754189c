import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { HANDSHAKE_TYPE, readHandshake, writeHandshake, type Handshake, type HandshakeExtension } from "./handshake.ts";
import { CONTROL, readPacket, writeControl } from "./packets.ts";

const SOCKET_ID = 77;

/** What a caller says first. */
export const firstWords: Handshake = {
  version: 4,
  encryption: 0,
  extensionField: 2,
  firstSequence: 1000,
  mtu: 1500,
  window: 8192,
  type: HANDSHAKE_TYPE.induction,
  socketId: SOCKET_ID,
  cookie: 0,
  extensions: [],
};

/** A Stream ID as it is sent: words backwards. */
export function streamIdExtension(text: string): HandshakeExtension {
  const bytes = Buffer.from(text);
  const content = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]).swap32();
  return { type: 5, content };
}

/** What a caller can do: SRT 1.5.1, live, 200 ms. */
export function abilitiesExtension(flags = 0xbf): HandshakeExtension {
  const content = Buffer.alloc(12);
  content.writeUInt32BE(0x01_05_01, 0);
  content.writeUInt32BE(flags, 4);
  content.writeUInt32BE(200, 8);
  return { type: 1, content };
}

/** Under which the keys of `keysExtension` are wrapped. */
export const PASSPHRASE = "0123456789abc";

/** What libsrt 1.5.1 says of an even key of 16 bytes. */
export const keysExtension = (): HandshakeExtension => ({
  type: 3,
  content: Buffer.from(
    "1220290100000000020002000000040445f8c9964363ffced0597fa66b2842881581" +
      "34a388363557a70b0ab49a190ec23bee8fc90ce45ebc",
    "hex",
  ),
});

/** What a caller says second. */
export const lastWords = (cookie: number, ...extensions: HandshakeExtension[]): Handshake => ({
  ...firstWords,
  version: 5,
  extensionField: 5,
  type: HANDSHAKE_TYPE.conclusion,
  cookie,
  extensions,
});

/** An encoder's side of the wire, word by word. */
export class TestCaller {
  readonly #socket: Socket = createSocket("udp4");
  readonly #heard: Buffer[] = [];
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
    this.#socket.on("message", (datagram) => this.#heard.push(datagram));
  }

  async send(datagram: Buffer): Promise<void> {
    await new Promise<void>((sent) => this.#socket.send(datagram, this.#port, "127.0.0.1", () => sent()));
  }

  say(handshake: Handshake): Promise<void> {
    return this.send(writeControl(CONTROL.handshake, { to: 0, body: writeHandshake(handshake) }));
  }

  /** What is said to it next. */
  async next(): Promise<Buffer> {
    if (this.#heard.length === 0) await once(this.#socket, "message");
    return this.#heard.shift() ?? Buffer.alloc(0);
  }

  /** The next handshake it hears. */
  async answer(): Promise<Handshake> {
    for (;;) {
      const packet = readPacket(await this.next());
      if (packet?.kind !== "control" || packet.type !== CONTROL.handshake) continue;
      const read = readHandshake(packet.body);
      if (read) return read;
    }
  }

  /** Proves its address and says what it wants. */
  async call(...extensions: HandshakeExtension[]): Promise<Handshake> {
    await this.say(firstWords);
    const { cookie } = await this.answer();
    await this.say(lastWords(cookie, ...extensions));
    return this.answer();
  }

  close(): void {
    this.#socket.close();
  }
}
