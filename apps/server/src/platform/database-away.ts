// PostgreSQL manual, appendix A: class 08 is the connection, 57P01–57P05 a server that stops, crashed or starts.
const AWAY_STATE = /^(08...|57P0[1-5])$/;
const AWAY_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EHOSTUNREACH"]);
// The driver gives these no code (pg/lib/client.js, pg-pool/index.js).
const AWAY_WORDS =
  /^Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed/;

/** Whether an error says that the database went away, which is nobody's failure: the work is taken up when it is back. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (AWAY_STATE.test(code) || AWAY_CODES.has(code) || AWAY_WORDS.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some(isDatabaseAway)) return true;
  return isDatabaseAway(error.cause);
}
