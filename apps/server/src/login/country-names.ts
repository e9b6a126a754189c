import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import type { Services } from "../context.ts";

const COUNTRY_NAMES = new Map(COUNTRIES.map(({ id, name }) => [id, name]));

/** Names the country of an address; without a readable database every country is unknown, and the log says why. */
export async function countryNames({
  countries,
  log,
}: Pick<Services, "countries" | "log">): Promise<(ip: string) => string | null> {
  try {
    const database = await countries.open();
    return (ip) => COUNTRY_NAMES.get(database.of(ip) ?? "") ?? null;
  } catch (error) {
    log.warn({ err: error }, "could not read the geo database for the places of sessions");
    return () => null;
  }
}
