const UNIQUE_VIOLATION = "23505";

/** The unique index a write ran into (PostgreSQL manual, appendix A: 23505); null for any other error. */
export function violatedIndex(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error) || error.code !== UNIQUE_VIOLATION) return null;
  return "constraint" in error && typeof error.constraint === "string" ? error.constraint : "";
}
