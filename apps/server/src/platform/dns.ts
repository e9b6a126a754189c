import { Resolver } from "node:dns/promises";

/** Looks names up, beside their addresses. */
export interface Dns {
  /** The TXT records of a name, each with its parts joined (RFC 1035 §3.3.14); none for a name that has none. */
  texts(name: string): Promise<string[]>;
}

const TIMEOUT_MS = 3_000;
/** What says that a name or its records do not exist, unlike a server that does not answer. */
const MISSING = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks the system's name servers. */
export function createDns(): Dns {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  return {
    async texts(name) {
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
      } catch (error) {
        if (error instanceof Error && "code" in error && MISSING.has(String(error.code))) return [];
        throw error;
      }
    },
  };
}
