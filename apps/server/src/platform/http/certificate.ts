import { existsSync, readFileSync, unwatchFile, watchFile } from "node:fs";
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

/** Interval of the check for a renewed certificate. */
const CHECK_MS = 10_000;

/** What a server has of a certificate: nothing before the first one is there, and TLS handshakes fail until then. */
export const certificateNow = (files: CertificateFiles): { cert?: Buffer; key?: Buffer } =>
  existsSync(files.certificateFile) ? readCertificate(files) : {};

/**
 * Calls `take` with a renewed certificate, and `refuse` with why one is not usable: the previous one then stays.
 * @returns what ends the watch.
 */
export function watchCertificate(
  files: CertificateFiles,
  take: (pair: { cert: Buffer; key: Buffer }) => void,
  refuse: (problem: unknown) => void,
  checkMs = CHECK_MS,
): () => void {
  const check = () => {
    try {
      take(readCertificate(files));
    } catch (error) {
      refuse(error);
    }
  };
  const paths = [...new Set([files.certificateFile, files.keyFile])];
  for (const path of paths) watchFile(path, { interval: checkMs, persistent: false }, check);
  return () => {
    for (const path of paths) unwatchFile(path, check);
  };
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
