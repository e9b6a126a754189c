import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { Logger } from "../../platform/log.ts";

/**
 * The addresses at which clients may reach this machine: those that are set, or else those of its host name, which may be a router's,
 * and of its network interfaces.
 */
export async function reachedAddresses(
  set: readonly string[],
  hostName: string,
  hasIpv6: boolean,
  log: Pick<Logger, "warn">,
): Promise<string[]> {
  if (set.length > 0) return [...set];
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).filter(({ internal }) => !internal));
  const named = await lookup(hostName, { all: true }).catch((error: unknown) => {
    log.warn({ err: error, hostName }, "addresses of the host name not found");
    return [];
  });
  const all = [...named, ...own].map(({ address }) => address);
  // An address of one link needs the name of an interface, which only its own machine knows.
  const usable = all.filter((address) => !address.startsWith("fe80:") && (hasIpv6 || isIP(address) === 4));
  return [...new Set(usable)];
}
