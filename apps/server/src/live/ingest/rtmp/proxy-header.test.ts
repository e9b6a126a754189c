import { expect, test } from "vitest";
import { readProxyHeader } from "./proxy-header.ts";

const FULL = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
const text = (line: string) => Buffer.from(line, "latin1");
const SIGNATURE = [0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a];
const binary = (command: number, family: number, rest: readonly number[], length = rest.length) =>
  Buffer.from([...SIGNATURE, command, family, length >> 8, length & 0xff, ...rest]);
/** 198.51.100.22:35646 to 203.0.113.7:1935. */
const OVER_IPV4 = [198, 51, 100, 22, 203, 0, 113, 7, 0x8b, 0x3e, 0x07, 0x8f];
const OVER_IPV6 = [
  ...[0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x22],
  ...[0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x07],
  ...[0x8b, 0x3e, 0x07, 0x8f],
];

// The lines are those of the specification, 2.1.
test.each([
  ["PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n", "255.255.255.255"],
  [`PROXY TCP6 ${FULL} ${FULL} 65535 65535\r\n`, FULL],
  ["PROXY TCP6 2001:DB8::0022 2001:db8::7 1 0\r\n", "2001:db8::22"],
  ["PROXY TCP6 ::ffff:198.51.100.22 ::ffff:203.0.113.7 1 0\r\n", "198.51.100.22"],
  ["PROXY UNKNOWN\r\n", null],
  [`PROXY UNKNOWN ${FULL} ${FULL} 65535 65535\r\n`, null],
])("%j names the client, however the bytes come", (line, address) => {
  const header = { address, length: line.length };
  expect(readProxyHeader(text(line))).toEqual(header);
  expect(readProxyHeader(Buffer.concat([text(line), Buffer.from([3, 0, 0])]))).toEqual(header);
  for (let end = 0; end < line.length; end += 1) expect(readProxyHeader(text(line.slice(0, end)))).toBe("more");
});

test.each([
  [binary(0x21, 0x11, OVER_IPV4), "198.51.100.22"],
  [binary(0x21, 0x21, OVER_IPV6), "2001:db8::22"],
  // With extensions, of which the receiver knows none: PP2_TYPE_NOOP.
  [binary(0x21, 0x11, [...OVER_IPV4, 0x04, 0, 2, 9, 9]), "198.51.100.22"],
  // LOCAL: a check of the proxy's own, whatever it says of addresses.
  [binary(0x20, 0x00, []), null],
  [binary(0x20, 0x11, OVER_IPV4), null],
  // AF_UNSPEC.
  [binary(0x21, 0x00, [1, 2, 3]), null],
])("%j of version 2 names the client, however the bytes come", (bytes, address) => {
  const header = { address, length: bytes.length };
  expect(readProxyHeader(bytes)).toEqual(header);
  expect(readProxyHeader(Buffer.concat([bytes, Buffer.from([3])]))).toEqual(header);
  for (let end = 0; end < bytes.length; end += 1) expect(readProxyHeader(bytes.subarray(0, end))).toBe("more");
});

test.each([
  ["RTMP without a header", Buffer.from([3, 0, 0])],
  ["TLS without a header", Buffer.from([0x16, 3, 1])],
  ["another word", text("POST / HTTP/1.1\r\n")],
  ["another family", text("PROXY UDP4 192.0.2.1 192.0.2.2 1 2\r\n")],
  ["a name in place of an address", text("PROXY TCP4 localhost 192.0.2.2 1 2\r\n")],
  ["an address of the other family", text("PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n")],
  ["an address with a zone", text("PROXY TCP6 fe80::1%eth0 2001:db8::2 1 2\r\n")],
  ["two spaces", text("PROXY TCP4  192.0.2.1 192.0.2.2 1 2\r\n")],
  ["a port too many", text("PROXY TCP4 192.0.2.1 192.0.2.2 1 2 3\r\n")],
  ["a port that is too large", text("PROXY TCP4 192.0.2.1 192.0.2.2 65536 2\r\n")],
  ["a port with a zero before it", text("PROXY TCP4 192.0.2.1 192.0.2.2 01 2\r\n")],
  ["a line without an end", text(`PROXY TCP4 ${"1".repeat(200)}`)],
  ["a line that is too long", text(`PROXY UNKNOWN ${"1".repeat(100)}\r\n`)],
  ["version 1 in binary", binary(0x11, 0x11, OVER_IPV4)],
  ["an unknown command", binary(0x22, 0x11, OVER_IPV4)],
  ["datagrams", binary(0x21, 0x12, OVER_IPV4)],
  ["addresses that are cut", binary(0x21, 0x21, OVER_IPV4)],
  ["a length beyond all sense", binary(0x21, 0x11, OVER_IPV4, 0xff_ff)],
])("%s is refused", (_, bytes) => {
  expect(readProxyHeader(bytes)).toBe("none");
});
