import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { join } from "node:path";
import { CertificateProblem, readCertificate, type CertificateFiles } from "../http/certificate.ts";
import { urlSetting, type WebRole } from "./public-urls.ts";
import { ConfigError, port, type Environment } from "./setting.ts";

export interface AcmeConfig {
  /** Where the authority's directory is (RFC 8555, 7.1.1). */
  directoryUrl: string;
  /** Whom the authority may write to; null: nobody. */
  email: string | null;
  /** Of the account at the authority, PEM. */
  accountKeyFile: string;
}

/** How Kinora serves HTTPS itself. */
export interface TlsConfig {
  /** The certificate and its key; by ACME one file, which does not exist before the first certificate. */
  files: CertificateFiles;
  /** For public addresses without a port of their own. */
  httpsPort: number;
  /** Redirects to https, and answers challenges of ACME; null: none. */
  httpPort: number | null;
  /** null: the operator's own files. */
  acme: AcmeConfig | null;
}

const LETS_ENCRYPT = {
  production: "https://acme-v02.api.letsencrypt.org/directory",
  staging: "https://acme-staging-v02.api.letsencrypt.org/directory",
} as const;

/** KINORA_TLS and what belongs to it; null where something in front of Kinora speaks TLS, or nothing. @throws ConfigError */
export function readTls(env: Environment, dataDir: string): TlsConfig | null {
  const mode = env["KINORA_TLS"] || (env["KINORA_TLS_CERT"] || env["KINORA_TLS_KEY"] ? "files" : "");
  if (mode === "") return null;
  if (mode !== "files" && mode !== "acme")
    throw new ConfigError(`KINORA_TLS must be acme or files, or unset behind a proxy, not "${mode}".`);
  const ports = { httpsPort: port(env, "KINORA_HTTPS_PORT", 443), httpPort: httpPort(env) };
  if (mode === "files") return { files: ownFiles(env), ...ports, acme: null };
  if (env["KINORA_TLS_CERT"] || env["KINORA_TLS_KEY"])
    throw new ConfigError("KINORA_TLS_CERT and KINORA_TLS_KEY belong to KINORA_TLS=files, not to KINORA_TLS=acme.");
  if (ports.httpPort === null)
    throw new ConfigError("KINORA_TLS=acme needs KINORA_HTTP_PORT: the authority asks there who has the names.");
  const directoryUrl = directory(env["KINORA_ACME_DIRECTORY"]);
  // Certificates of one authority say nothing about another: staging's are not served once production is asked.
  const folder = join(dataDir, "tls", createHash("sha256").update(directoryUrl).digest("hex").slice(0, 12));
  const file = join(folder, "certificate.pem");
  const email = env["KINORA_ACME_EMAIL"] || null;
  const acme = { directoryUrl, email, accountKeyFile: join(folder, "account.pem") };
  return { files: { certificateFile: file, keyFile: file }, ...ports, acme };
}

function httpPort(env: Environment): number | null {
  return env["KINORA_HTTP_PORT"] === "off" ? null : port(env, "KINORA_HTTP_PORT", 80);
}

function ownFiles(env: Environment): CertificateFiles {
  const [certificateFile, keyFile] = [env["KINORA_TLS_CERT"], env["KINORA_TLS_KEY"]];
  if (!certificateFile || !keyFile)
    throw new ConfigError(
      "KINORA_TLS=files needs KINORA_TLS_CERT and KINORA_TLS_KEY, the PEM files of a certificate and its key.",
    );
  try {
    readCertificate({ certificateFile, keyFile });
  } catch (error) {
    if (error instanceof CertificateProblem)
      throw new ConfigError(`${error.message} See KINORA_TLS_CERT and KINORA_TLS_KEY.`);
    throw error;
  }
  return { certificateFile, keyFile };
}

function directory(text: string | undefined): string {
  if (!text || text === "production") return LETS_ENCRYPT.production;
  if (text === "staging") return LETS_ENCRYPT.staging;
  if (URL.canParse(text) && text.startsWith("https:")) return text;
  throw new ConfigError(
    `KINORA_ACME_DIRECTORY must be production, staging or the https address of an authority's directory, not "${text}".`,
  );
}

/** The public addresses of a host that serves HTTPS itself: a name for each role, on the port of HTTPS. */
export function tlsUrls({ httpsPort }: TlsConfig, host: string): Record<WebRole, string> {
  const at = (name: string) => `https://${name}${httpsPort === 443 ? "" : `:${httpsPort}`}`;
  return { console: at(host), login: at(`login.${host}`), api: at(`api.${host}`), edge: at(`edge.${host}`) };
}

/** @throws ConfigError for a public address that this machine cannot serve over TLS, or get a certificate for. */
export function requireTlsUrls(tls: TlsConfig, urls: Record<WebRole, string>, roles: readonly WebRole[]): void {
  for (const role of roles) {
    const { protocol, hostname } = new URL(urls[role]);
    if (protocol !== "https:")
      throw new ConfigError(
        `${urlSetting(role)} must begin with https:// where KINORA_TLS is set, not be ${urls[role]}.`,
      );
    if (tls.acme && (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0 || !hostname.includes(".")))
      throw new ConfigError(
        `KINORA_TLS=acme needs names that the whole internet knows, but ${urlSetting(role)} is ${urls[role]}: set KINORA_HOST to a name such as video.example.org.`,
      );
  }
}
