const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** Bytes as people read them, in steps of 1000 with one fraction digit at most: `39 MB`, `1.2 GB`. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return "0 B";
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  const digits = step === 0 || value >= 100 ? 0 : 1;
  return `${Number(value.toFixed(digits))} ${UNITS[step] ?? "B"}`;
}
