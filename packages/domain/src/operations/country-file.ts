/** The largest country database that is taken: those of countries have some 10 MB, those of cities some 60. */
export const COUNTRY_FILE_BYTES = 64_000_000;

/** The country database that a superuser uploaded; null where there is none. */
export interface CountryFile {
  /** Its key in the storage. */
  key: string | null;
  /** What it was called. */
  name: string | null;
  /** ISO 8601 in UTC. */
  uploaded_at: string | null;
}

export const NO_COUNTRY_FILE: CountryFile = { key: null, name: null, uploaded_at: null };
