import { X509Certificate } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

/** A certificate is renewed when this part of its life is left, as Let's Encrypt advises. */
const RENEWED_AT = 1 / 3;

/** Milliseconds until a stored certificate has to be renewed; 0 or less where there is none for these names. */
export function dueInMs(file: string, names: readonly string[], now = Date.now()): number {
  if (!existsSync(file)) return 0;
  const certificate = new X509Certificate(readFileSync(file));
  if (names.some((name) => certificate.checkHost(name) === undefined)) return 0;
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  return to - (to - from) * RENEWED_AT - now;
}
