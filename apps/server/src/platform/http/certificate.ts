import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";

/** A certificate with its key, both PEM; the certificate is followed by those that signed it. */
export interface CertificateFiles {
  certificateFile: string;
  keyFile: string;
}

/** Why a certificate cannot be used, in a sentence that names the file. */
export class CertificateProblem extends Error {}

/** Reads a certificate and its key. @throws CertificateProblem when one cannot be read, or they do not belong together. */
export function readCertificate({ certificateFile, keyFile }: CertificateFiles): { cert: Buffer; key: Buffer } {
  const pair = { cert: read("certificate", certificateFile), key: read("key", keyFile) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new CertificateProblem(
      `The certificate ${certificateFile} and the key ${keyFile} cannot be used together: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
  return pair;
}

function read(what: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new CertificateProblem(`The ${what} ${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "it is none";
