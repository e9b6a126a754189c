import { networkOf } from "../platform/client-address.ts";

/** Connections nobody has admitted yet; a key is looked up in milliseconds. */
const ARRIVING = { all: 400, ofNetwork: 50 };
/** Connections that publish. */
const ADMITTED = { all: 500, ofNetwork: 300 };

interface Arriving {
  network: string;
  close(): void;
}

/**
 * Limits connections of encoders apart by whether they were admitted, so that those without a key keep nobody out: one more than may
 * arrive closes the one that has been arriving longest, of its own network where that has too many. A network is an IPv4 address or
 * the /64 of an IPv6 address.
 */
export class Arrivals {
  /** By the name of the connection; the oldest first. */
  readonly #arriving = new Map<string, Arriving>();
  readonly #admitted = new Map<string, string>();

  /** Takes a connection from `address`; `close` ends it when others need its place. */
  arrive(name: string, address: string, close: () => void): void {
    const network = networkOf(address);
    const neighbours = [...this.#arriving].filter(([, each]) => each.network === network);
    const [oldest] = neighbours.length >= ARRIVING.ofNetwork ? neighbours : this.#arriving;
    if (oldest && (neighbours.length >= ARRIVING.ofNetwork || this.#arriving.size >= ARRIVING.all)) {
      this.#arriving.delete(oldest[0]);
      oldest[1].close();
    }
    this.#arriving.set(name, { network, close });
  }

  /** Whether one more of its network may publish. */
  hasRoomFor(address: string): boolean {
    const network = networkOf(address);
    const neighbours = [...this.#admitted.values()].filter((each) => each === network).length;
    return this.#admitted.size < ADMITTED.all && neighbours < ADMITTED.ofNetwork;
  }

  /** A connection that arrived publishes from here on. */
  admit(name: string, address: string): void {
    this.#arriving.delete(name);
    this.#admitted.set(name, networkOf(address));
  }

  /** A connection was refused, or is gone. */
  leave(name: string): void {
    this.#arriving.delete(name);
    this.#admitted.delete(name);
  }
}
