import { isIPv4, isIPv6 } from "node:net";

/**
 * What the first bytes of a connection are: `more` when they may become a header, `none` when they are not one. `address` is the
 * client's, or null where the proxy speaks for itself, as its checks do; `length` is that of the header in bytes.
 */
export type ProxyHeader = "more" | "none" | { address: string | null; length: number };

/** Longest header of version 1, with its line end (PROXY protocol, 2.1). */
const LONGEST_TEXT_BYTES = 107;
const TEXT = Buffer.from("PROXY ", "latin1");
const BINARY = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const BINARY_HEAD_BYTES = 16;
/** Longest header of version 2: with addresses of 216 bytes at most, the rest are extensions. */
const LONGEST_BINARY_BYTES = BINARY_HEAD_BYTES + 2_048;
const PORT = /^(?:0|[1-9]\d{0,4})$/;
const [LOCAL, PROXY] = [0x20, 0x21];
const [TCP4, TCP6, UNSPECIFIED] = [0x11, 0x21, 0x00];

/**
 * Reads the header that a TCP proxy sends before the client's own bytes: "The PROXY protocol, versions 1 & 2", sections 2.1 and 2.2
 * (haproxy.org/download/3.0/doc/proxy-protocol.txt). Pure.
 * @param bytes received so far, from the connection's first one.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (beginsWith(bytes, BINARY)) return bytes.length < BINARY_HEAD_BYTES ? "more" : readBinary(bytes);
  return beginsWith(bytes, TEXT) ? readText(bytes) : "none";
}

const beginsWith = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
};

/** Version 1: `PROXY TCP4 198.51.100.22 203.0.113.7 35646 80`, a line. */
function readText(bytes: Buffer): ProxyHeader {
  const text = bytes.toString("latin1", 0, LONGEST_TEXT_BYTES);
  const end = text.indexOf("\r\n");
  if (end < 0) return bytes.length < LONGEST_TEXT_BYTES ? "more" : "none";
  const [, family, source = "", destination = "", ...ports] = text.slice(0, end).split(" ");
  const length = end + 2;
  // A receiver ignores what follows UNKNOWN.
  if (family === "UNKNOWN") return { address: null, length };
  const isAddress = family === "TCP4" ? isIPv4 : family === "TCP6" ? isIPv6 : null;
  const arePorts = ports.length === 2 && ports.every((port) => PORT.test(port) && Number(port) <= 0xff_ff);
  const areAddresses = isAddress?.(source) === true && isAddress(destination) && !source.includes("%");
  return areAddresses && arePorts ? { address: family === "TCP6" ? canonical(source) : source, length } : "none";
}

/** Version 2: signature, version and command, family, length of the rest, addresses, ports, extensions. */
function readBinary(bytes: Buffer): ProxyHeader {
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)];
  const length = BINARY_HEAD_BYTES + bytes.readUInt16BE(14);
  if ((command !== LOCAL && command !== PROXY) || length > LONGEST_BINARY_BYTES) return "none";
  if (bytes.length < length) return "more";
  if (command === LOCAL || family === UNSPECIFIED) return { address: null, length };
  const addressBytes = family === TCP4 ? 4 : family === TCP6 ? 16 : null;
  if (addressBytes === null || length < BINARY_HEAD_BYTES + 2 * addressBytes + 4) return "none";
  const source = bytes.subarray(BINARY_HEAD_BYTES, BINARY_HEAD_BYTES + addressBytes);
  if (addressBytes === 4) return { address: [...source].join("."), length };
  const groups = Array.from({ length: 8 }, (_, index) => source.readUInt16BE(2 * index).toString(16));
  return { address: canonical(groups.join(":")), length };
}

/** An IPv6 address as RFC 5952 writes it, in which the same client has the same text; the IPv4 address that one maps. */
function canonical(address: string): string {
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(text) ?? [];
  if (high === undefined || low === undefined) return text;
  const bits = [high, low].map((group) => Number.parseInt(group, 16));
  return bits.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}
