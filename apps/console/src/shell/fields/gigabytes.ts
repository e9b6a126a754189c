const GIGABYTE = 1000 ** 3;

/** A typed limit in gigabytes as bytes: null for nothing typed, undefined for what is no limit. */
export function limitInBytes(typed: string): number | null | undefined {
  const text = typed.trim().replace(",", ".");
  if (text === "") return null;
  const gigabytes = Number(text);
  return Number.isFinite(gigabytes) && gigabytes >= 0 ? Math.round(gigabytes * GIGABYTE) : undefined;
}

/** A limit as the field shows it. */
export const limitInGigabytes = (bytes: number | null): string => (bytes === null ? "" : String(bytes / GIGABYTE));
