import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianProgram } from "./debian.ts";

/** A certificate that is its own authority, and its key: PEM files. */
export interface TestCertificate {
  certificateFile: string;
  keyFile: string;
}

/** Writes a certificate for names into a folder. `prefix` distinguishes several of one folder. */
export async function makeCertificate(
  folder: string,
  names: readonly string[],
  prefix = "site",
): Promise<TestCertificate> {
  const openssl = await debianProgram("openssl", "usr/bin/openssl", join(folder, "openssl"));
  const files = { certificateFile: join(folder, `${prefix}.pem`), keyFile: join(folder, `${prefix}.key`) };
  await promisify(execFile)(openssl, [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"],
    ...["-subj", `/CN=${prefix}`, "-addext", `subjectAltName=${names.map((name) => `DNS:${name}`).join(",")}`],
    ...["-out", files.certificateFile, "-keyout", files.keyFile],
  ]);
  return files;
}
