import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { CertificateProblem, readCertificate } from "../../platform/http/certificate.ts";
import { certificateNames } from "../../tls/public-places.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

const DAY_MS = 86_400_000;
/** A certificate that nobody renewed until then is about to be missed; those of ACME are renewed long before. */
const WARN_DAYS = 14;

/** The certificate of HTTPS is there, for every name, and lasts; nothing where Kinora does not speak TLS. */
export function checkCertificate({ config }: CommandContext, now = Date.now()): Finding[] {
  const { tls } = config;
  if (!tls) return [];
  const subject = "certificate";
  const fix = tls.acme
    ? "See logs/tls.log in the data folder: port 80 has to be reached by the authority, at each of the names."
    : "Renew the files in KINORA_TLS_CERT and KINORA_TLS_KEY; they are read again without a restart.";
  if (!existsSync(tls.files.certificateFile))
    return [{ state: "failed", subject, message: "none was fetched yet", fix }];
  try {
    const certificate = new X509Certificate(readCertificate(tls.files).cert);
    const days = Math.floor((Date.parse(certificate.validTo) - now) / DAY_MS);
    const missing = certificateNames(config).filter((name) => certificate.checkHost(name) === undefined);
    if (missing.length > 0) return [{ state: "failed", subject, message: `it is not for ${missing.join(", ")}`, fix }];
    if (days < 0) return [{ state: "failed", subject, message: `it ended on ${certificate.validTo}`, fix }];
    if (days < WARN_DAYS) return [{ state: "warning", subject, message: `it ends in ${days} days`, fix }];
    return [{ state: "ok", subject, message: `valid for ${days} days` }];
  } catch (problem) {
    if (!(problem instanceof CertificateProblem)) throw problem;
    return [{ state: "failed", subject, message: problem.message, fix }];
  }
}
