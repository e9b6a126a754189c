import type { Config } from "../config.ts";

/** Where this process sends a request for a public address of Kinora: to the role itself, without the way outside. */
export function internalAddress(
  { urls, internalUrls }: Pick<Config, "urls" | "internalUrls">,
  address: string,
): string {
  const { origin, pathname, search } = new URL(address);
  for (const role of ["login", "api", "edge"] as const)
    if (origin === urls[role]) return `${internalUrls[role]}${pathname}${search}`;
  return address;
}
