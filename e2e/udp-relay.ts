import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** A network between browsers and a UDP port of a server, which loses datagrams both ways; each address of a browser has one of its own. */
export class UdpRelay {
  readonly #front: Socket = createSocket("udp4");
  readonly #paths = new Map<string, { socket: Socket; isOpen: boolean }>();
  readonly #port: number;
  readonly #loses: number;
  #count = 0;
  #isGone = false;
  dropped = 0;

  private constructor(port: number, loses: number) {
    this.#port = port;
    this.#loses = loses;
    this.#front.on("message", (datagram, { address, port: from }) => {
      const path = this.#paths.get(`${address} ${from}`) ?? this.#open(address, from);
      if (path.isOpen && !this.#isLost()) path.socket.send(datagram, this.#port, "127.0.0.1", () => undefined);
    });
  }

  /** Relays from a free port to `port`, and loses every `loses`th datagram. */
  static async begin(port: number, loses: number): Promise<UdpRelay> {
    const relay = new UdpRelay(port, loses);
    relay.#front.bind(0, "127.0.0.1");
    await once(relay.#front, "listening");
    return relay;
  }

  get port(): number {
    return this.#front.address().port;
  }

  /** How many addresses browsers have used. */
  get addresses(): number {
    return this.#paths.size;
  }

  /**
   * Lets nothing through any more from and to the addresses that were used so far, as where a network is gone, nor those that the
   * browser held ready there and uses only now.
   */
  cut(): void {
    this.#isGone = true;
    for (const path of this.#paths.values()) path.isOpen = false;
  }

  /** Lets addresses through that are used from now on, as where another network is found. */
  restore(): void {
    this.#isGone = false;
  }

  close(): void {
    this.#front.close();
    for (const { socket } of this.#paths.values()) socket.close();
  }

  #open(address: string, port: number) {
    const path = { socket: createSocket("udp4"), isOpen: !this.#isGone };
    path.socket.on("message", (datagram) => {
      if (path.isOpen && !this.#isLost()) this.#front.send(datagram, port, address, () => undefined);
    });
    this.#paths.set(`${address} ${port}`, path);
    return path;
  }

  #isLost(): boolean {
    this.#count += 1;
    const isLost = this.#count % this.#loses === 0;
    if (isLost) this.dropped += 1;
    return isLost;
  }
}

/** A script of a page whose WebRTC reaches every server through `relayed`, a function of the page that makes a relay's port of the server's. */
export const THROUGH_RELAY = `
  const taken = RTCPeerConnection.prototype.setRemoteDescription;
  RTCPeerConnection.prototype.setRemoteDescription = async function ({ type, sdp }) {
    const [line, port] = /a=candidate:\\S+ 1 udp \\d+ \\S+ (\\d+) typ host/.exec(sdp) ?? [];
    const relay = line && "a=candidate:1 1 udp 2130706431 127.0.0.1 " + (await relayed(Number(port))) + " typ host";
    const lines = sdp.split("\\r\\n").flatMap((one) => one === line ? [relay] : one.startsWith("a=candidate:") ? [] : [one]);
    return taken.call(this, { type, sdp: lines.join("\\r\\n") });
  };
`;
