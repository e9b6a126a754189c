import { createHash } from "node:crypto";
import { COUNTRY_FILE_BYTES } from "@kinora/domain/operations/country-file.ts";
import type { Context } from "../../context.ts";
import { NotCountries, readCountryFile } from "../../platform/http/countries.ts";
import { Refusal } from "../../platform/refusal.ts";
import { saveInstallation } from "../installation/settings.ts";

/**
 * Puts another file in the place of the country database, for every process that reads it.
 * @param name what the file was called.
 * @throws Refusal `invalid` for what is no database of countries in MaxMind's format.
 */
export async function replaceCountries(
  context: Context,
  { file, name }: { file: string; name: string },
): Promise<void> {
  const bytes = Buffer.from(file, "base64");
  if (bytes.length > COUNTRY_FILE_BYTES) throw refused("The file can have up to 64 MB.");
  await readCountryFile(bytes).catch((error: unknown) => {
    throw error instanceof NotCountries ? refused(error.message) : error;
  });
  const key = `installation/countries/${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.mmdb`;
  await context.storage.put(key, bytes);
  await use(context, { key, name, uploaded_at: context.clock.now().toISOString() });
}

/** Takes the uploaded file out of use and deletes it; without one nothing changes. */
export const revertCountries = (context: Context): Promise<void> =>
  use(context, { key: null, name: null, uploaded_at: null });

async function use(
  context: Context,
  countries: { key: string | null; name: string | null; uploaded_at: string | null },
): Promise<void> {
  // What this change replaced: another upload at the same moment replaces the file of this one, or this one that of the other.
  const before = (await saveInstallation(context, { countries })).countries.key;
  // Who has read it keeps it in memory.
  if (before !== null && before !== countries.key) await context.storage.delete(before);
}

const refused = (message: string) => new Refusal("invalid", message, { fields: { file: [message] } });
