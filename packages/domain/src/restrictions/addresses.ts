/** An IP address as a number. */
export interface Address {
  family: 4 | 6;
  value: bigint;
}

/** A range of addresses: those that share the first `bits` bits. */
export interface AddressRange extends Address {
  bits: number;
}

const LENGTH = { 4: 32, 6: 128 } as const;

/** Parses an IPv4 or IPv6 address (RFC 4291 §2.2); an IPv4-mapped one is IPv4. Null for anything else. */
export function parseAddress(text: string): Address | null {
  if (!text.includes(":")) {
    const value = ipv4(text);
    return value === null ? null : { family: 4, value };
  }
  const value = ipv6(text.replace(/%.*$/, "").toLowerCase());
  if (value === null) return null;
  return value >> 32n === 0xffffn ? { family: 4, value: value & 0xffffffffn } : { family: 6, value };
}

/** Parses an address or a range in CIDR notation (RFC 4632 §3.1); null for anything else. */
export function parseRange(text: string): AddressRange | null {
  const [, written = "", prefix] = /^([0-9a-fA-F:.]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = parseAddress(written);
  if (!address) return null;
  const most = LENGTH[address.family];
  const bits = prefix === undefined ? most : Number(prefix);
  return bits <= most ? { ...address, bits } : null;
}

/** Whether an address lies in a range. */
export const isInRange = (address: Address, range: AddressRange): boolean => {
  const shift = BigInt(LENGTH[range.family] - range.bits);
  return address.family === range.family && address.value >> shift === range.value >> shift;
};

/** The address without its last part, for logs: the /24 of IPv4, the /48 of IPv6; empty for what is no address. */
export function maskAddress(text: string): string {
  const address = parseAddress(text);
  if (!address) return "";
  if (address.family === 4) {
    const bytes = [24n, 16n, 8n].map((shift) => Number((address.value >> shift) & 255n));
    return `${bytes.join(".")}.0`;
  }
  const groups = [112n, 96n, 80n].map((shift) => ((address.value >> shift) & 0xffffn).toString(16));
  return `${groups.join(":")}::`;
}

function ipv4(text: string): bigint | null {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return null;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
}

function ipv6(text: string): bigint | null {
  const dotted = /^(.*:)([^:]*\..*)$/.exec(text);
  if (dotted) {
    const last = ipv4(dotted[2] ?? "");
    return last === null ? null : ipv6(`${dotted[1]}${(last >> 16n).toString(16)}:${(last & 0xffffn).toString(16)}`);
  }
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head = [], tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}
