import { lookup, promises } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What IANA's special-purpose registries keep off the public internet (RFC 6890), as prefix and bits. */
const CLOSED_V4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;
/** Within 2000::/3: documentation, Teredo and 6to4, which carry other addresses inside. */
const CLOSED_V6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [net, bits] of CLOSED_V4) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of CLOSED_V6) closed.addSubnet(net, bits, "ipv6");
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is one of the public internet, and not of this machine or its network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, "ipv4");
  return family === 6 && global.check(address, "ipv6") && !closed.check(address, "ipv6");
}

/** A host has an address that is not public, or none. */
export class ClosedAddress extends Error {}

const requirePublic = (found: { address: string }[]): void => {
  if (!found.every(({ address }) => isPublicAddress(address)))
    throw new ClosedAddress("This address is on this machine or its network.");
};
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/**
 * The address to connect to for a host, checked: connect to what this answers and no name can be pointed elsewhere meanwhile.
 * @throws ClosedAddress when any of its addresses is private and `allowPrivate` is off, or when there is none.
 */
export async function resolvePublic(host: string, allowPrivate: boolean): Promise<string> {
  const found = await promises.lookup(withoutBrackets(host), { all: true }).catch((error: unknown) => {
    throw new ClosedAddress("The server's name has no address.", { cause: error });
  });
  const [first] = found;
  if (!first) throw new ClosedAddress("The server's name has no address.");
  if (!allowPrivate) requirePublic(found);
  return first.address;
}

/**
 * Whether a host has an address that is not public now. A name without an address has none: it can get one later, and is
 * checked again when a connection is made.
 */
export async function isClosedHost(host: string): Promise<boolean> {
  const found = await promises.lookup(withoutBrackets(host), { all: true }).catch(() => []);
  return !found.every(({ address }) => isPublicAddress(address));
}

/**
 * The `lookup` of a connection to a host (`http.request`, `net.connect`, `tls.connect`). It fails with ClosedAddress when
 * any of the host's addresses is private and `allowPrivate` is off; what was checked is what is connected to.
 * @throws ClosedAddress for a host that is a private IP address: connections look up names only.
 */
export function publicLookup(host: string, allowPrivate: boolean, resolve: typeof lookup = lookup): LookupFunction {
  if (allowPrivate) return resolve;
  const bare = withoutBrackets(host);
  if (isIP(bare) !== 0) requirePublic([{ address: bare }]);
  return (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      try {
        requirePublic(found);
      } catch (closed) {
        return done(closed as ClosedAddress, []);
      }
      if (options.all) return done(null, found);
      done(null, found[0]?.address ?? "", found[0]?.family);
    });
}
