import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";

/** Whether a peer's X-Forwarded-For is believed. */
export type IsTrusted = (address: string) => boolean;

/** Addresses of this machine: proxies that are trusted where nothing else is set. */
export const LOOPBACK: readonly string[] = ["127.0.0.0/8", "::1/128"];

/** Splits `10.0.0.0/8` or a single address; null for what is neither. */
export function parseRange(text: string): { address: string; bits: number; family: "ipv4" | "ipv6" } | null {
  const [, address = "", prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const most = version === 4 ? 32 : 128;
  const bits = prefix === undefined ? most : Number(prefix);
  return bits <= most ? { address, bits, family: version === 4 ? "ipv4" : "ipv6" } : null;
}

/** Some proxies name the client's port, too, as `192.0.2.1:5151` or `[2001:db8::1]:5151`; it differs with each connection. */
export const withoutPort = (address: string): string =>
  address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1").replace(/^\[(.+)\](?::\d+)?$/, "$1");

/** Trusts the addresses and ranges of KINORA_TRUSTED_PROXIES. @throws Error for one that cannot be read. */
export function trustRanges(ranges: readonly string[]): IsTrusted {
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseRange(text);
    if (!range) throw new Error(`${text} is no address and no range of addresses.`);
    list.addSubnet(range.address, range.bits, range.family);
  }
  return (given) => {
    const address = withoutPort(given);
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}

/** What a request says of where it came from. */
export interface ReceivedRequest {
  method?: string | undefined;
  headers: IncomingMessage["headers"];
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
}

/**
 * The address a request came from. X-Forwarded-For is read from its end for as long as each hop is a trusted proxy;
 * entries before the first untrusted hop are ignored, because a client can write anything there.
 */
export function clientAddress({ socket, headers }: ReceivedRequest, isTrusted: IsTrusted): string {
  let address = socket.remoteAddress ?? "";
  const forwarded = headers["x-forwarded-for"];
  if (forwarded === undefined || !isTrusted(address)) return address;
  for (const hop of String(forwarded).split(",").toReversed()) {
    address = withoutPort(hop.trim()) || address;
    if (!isTrusted(address)) break;
  }
  return address;
}

/**
 * The unit that rate limits count: an IPv4 address, or the /64 of an IPv6 address, which is the smallest network a
 * provider assigns (RFC 6177); a client can take any address of it.
 */
export function networkOf(address: string): string {
  const plain = withoutPort(address)
    .replace(/%.*$/, "")
    .replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(plain)) return plain;
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: missing }, () => "0"), ...groups(tail)];
  return `${all.slice(0, 4).join(":")}::/64`;
}
