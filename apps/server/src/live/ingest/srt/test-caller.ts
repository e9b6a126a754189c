import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { HANDSHAKE_TYPE, readHandshake, writeHandshake, type Handshake, type HandshakeExtension } from "./handshake.ts";
import { CONTROL, readPacket, writeControl } from "./packets.ts";

const SOCKET_ID = 77;

/** A caller's induction. */
export const induction: Handshake = {
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

/** A Stream ID extension: 32-bit words with reversed bytes. */
export function streamIdExtension(text: string): HandshakeExtension {
  const bytes = Buffer.from(text);
  const content = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]).swap32();
  return { type: 5, content };
}

/** A caller's handshake request: SRT 1.5.1, live, 200 ms. */
export function abilitiesExtension(flags = 0xbf): HandshakeExtension {
  const content = Buffer.alloc(12);
  content.writeUInt32BE(0x01_05_01, 0);
  content.writeUInt32BE(flags, 4);
  content.writeUInt32BE(200, 8);
  return { type: 1, content };
}

/** The passphrase of `keysExtension`. */
export const PASSPHRASE = "0123456789abc";

/** Key material that libsrt 1.5.1 sent: an even key of 16 bytes. */
export const keysExtension = (): HandshakeExtension => ({
  type: 3,
  content: Buffer.from(
    "1220290100000000020002000000040445f8c9964363ffced0597fa66b2842881581" +
      "34a388363557a70b0ab49a190ec23bee8fc90ce45ebc",
    "hex",
  ),
});

/** A caller's conclusion. */
export const conclusion = (cookie: number, ...extensions: HandshakeExtension[]): Handshake => ({
  ...induction,
  version: 5,
  extensionField: 5,
  type: HANDSHAKE_TYPE.conclusion,
  cookie,
  extensions,
});

/** A caller for tests that sends exactly the given packets. */
export class TestCaller {
  readonly #socket: Socket = createSocket("udp4");
  readonly #received: Buffer[] = [];
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
    this.#socket.on("message", (datagram) => this.#received.push(datagram));
  }

  async send(datagram: Buffer): Promise<void> {
    await new Promise<void>((sent) => this.#socket.send(datagram, this.#port, "127.0.0.1", () => sent()));
  }

  sendHandshake(handshake: Handshake): Promise<void> {
    return this.send(writeControl(CONTROL.handshake, { to: 0, body: writeHandshake(handshake) }));
  }

  /** The next datagram. */
  async next(): Promise<Buffer> {
    if (this.#received.length === 0) await once(this.#socket, "message");
    return this.#received.shift() ?? Buffer.alloc(0);
  }

  /** The next handshake packet. */
  async answer(): Promise<Handshake> {
    for (;;) {
      const packet = readPacket(await this.next());
      if (packet?.kind !== "control" || packet.type !== CONTROL.handshake) continue;
      const read = readHandshake(packet.body);
      if (read) return read;
    }
  }

  /** Does the whole handshake; returns the answer to the conclusion. */
  async call(...extensions: HandshakeExtension[]): Promise<Handshake> {
    await this.sendHandshake(induction);
    const { cookie } = await this.answer();
    await this.sendHandshake(conclusion(cookie, ...extensions));
    return this.answer();
  }

  close(): void {
    this.#socket.close();
  }
}
