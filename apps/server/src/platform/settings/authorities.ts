import { readFileSync } from "node:fs";
import { createSecureContext, getCACertificates, setDefaultCACertificates } from "node:tls";
import { ConfigError } from "./setting.ts";

/** Reads KINORA_CA_FILE, PEM. @throws ConfigError when it is unreadable or has no certificate. */
export function readAuthority(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, "utf8");
    createSecureContext({ ca: pem });
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "it is no certificate";
    throw new ConfigError(`KINORA_CA_FILE=${file} cannot be read: ${reason}.`);
  }
  if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  throw new ConfigError(`KINORA_CA_FILE=${file} has no certificate in it: it must be a PEM file.`);
}

/**
 * Makes every TLS connection of this process trust the authority of KINORA_CA_FILE, beside those it trusts anyway (node:tls,
 * setDefaultCACertificates). Call it before the first connection.
 */
export function trustAuthority({ caFile }: { caFile: string | null }): void {
  if (caFile !== null) setDefaultCACertificates([...getCACertificates("default"), readAuthority(caFile)]);
}
