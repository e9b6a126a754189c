import { networkOf } from "../../platform/http/client-address.ts";

/** Limits for connections that are not admitted yet; looking up a key takes milliseconds. */
const ARRIVING = { all: 400, ofNetwork: 50 };
/** Limits for connections that publish. */
const ADMITTED = { all: 500, ofNetwork: 300 };

interface Arriving {
  network: string;
  close(): void;
}

/**
 * Limits connections before and after admission separately, so that connections without a key do not keep encoders out. Above the
 * limit the oldest unadmitted connection is closed, of the same network where that network is over its limit. A network is an IPv4
 * address or the /64 of an IPv6 address.
 */
export class Arrivals {
  /** By connection name, oldest first. */
  readonly #arriving = new Map<string, Arriving>();
  readonly #admitted = new Map<string, string>();

  /** Counts a new connection from `address`; `close` is called when its place is needed. */
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

  /** Whether another connection from the network of `address` may publish. */
  hasRoomFor(address: string): boolean {
    const network = networkOf(address);
    const neighbours = [...this.#admitted.values()].filter((each) => each === network).length;
    return this.#admitted.size < ADMITTED.all && neighbours < ADMITTED.ofNetwork;
  }

  /** Moves a connection to the admitted ones. */
  admit(name: string, address: string): void {
    this.#arriving.delete(name);
    this.#admitted.set(name, networkOf(address));
  }

  /** Stops counting a connection that was refused or closed. */
  leave(name: string): void {
    this.#arriving.delete(name);
    this.#admitted.delete(name);
  }
}
