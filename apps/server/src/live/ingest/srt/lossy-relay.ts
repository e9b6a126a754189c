import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { CONTROL, readPacket } from "./packets.ts";

/** A relay between an encoder and its server that drops and reorders datagrams; for tests. */
export class LossyRelay {
  readonly #front: Socket = createSocket("udp4");
  readonly #back: Socket = createSocket("udp4");
  #client: { port: number; address: string } | null = null;
  #count = 0;
  dropped = 0;

  /** Relays from a free port, which it returns, to `port`. Drops every `loses`th datagram to the server and delays every seventh. */
  async begin(port: number, loses: number): Promise<number> {
    this.#front.on("message", (datagram, from) => {
      this.#client = from;
      this.#count += 1;
      const packet = readPacket(datagram);
      // The handshake and the shutdown are relayed: a shutdown is not retransmitted.
      const isShutdown = packet?.kind === "control" && packet.type === CONTROL.shutdown;
      if (this.#count > 4 && this.#count % loses === 0 && !isShutdown) {
        this.dropped += 1;
        return;
      }
      const send = () => this.#back.send(datagram, port, "127.0.0.1", () => undefined);
      if (this.#count % 7 === 0) setImmediate(send);
      else send();
    });
    this.#back.on("message", (datagram) => {
      if (this.#client) this.#front.send(datagram, this.#client.port, this.#client.address, () => undefined);
    });
    this.#front.bind(0, "127.0.0.1");
    await once(this.#front, "listening");
    return this.#front.address().port;
  }

  close(): void {
    this.#front.close();
    this.#back.close();
  }
}
