import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import type { certificate } from "@kinora/contract/advanced/system.ts";
import type { Context } from "../../context.ts";
import { CertificateProblem, readCertificate } from "../../platform/http/certificate.ts";
import type { RowOf } from "../../platform/lists/row-of.ts";

const PATIENCE_MS = 5_000;

type SeenCertificate = RowOf<typeof certificate>;

/** The certificates of the public addresses that begin with https, as who connects there sees them, and that of RTMPS. */
export async function readCertificates({ config }: Pick<Context, "config">): Promise<SeenCertificate[]> {
  const { console: consoleUrl, login, api, edge } = config.urls;
  const hosts = Object.entries({ console: consoleUrl, login, api, edge }).filter(([, url]) => url.startsWith("https:"));
  const seen = await Promise.all(hosts.map(([name, url]) => seeHost(name, url)));
  const files = config.rtmps?.listens;
  return files ? [...seen, readFile(files.certificateFile, () => readCertificate(files))] : seen;
}

function readFile(place: string, read: () => { cert: Buffer }): SeenCertificate {
  try {
    const certificate = new X509Certificate(read().cert);
    const validTo = new Date(certificate.validTo);
    const problem = validTo < new Date() ? "It has expired." : null;
    return { name: "rtmps", place, valid_to: validTo, issuer: certificate.issuer, problem };
  } catch (error) {
    if (!(error instanceof CertificateProblem)) throw error;
    return { name: "rtmps", place, valid_to: null, issuer: null, problem: error.message };
  }
}

/** Connects as a client does, but reads certificates that a client would refuse, too. */
export function seeHost(name: string, url: string): Promise<SeenCertificate> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((done) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
    });
    const end = (facts: Pick<SeenCertificate, "valid_to" | "issuer" | "problem">) => {
      clearTimeout(patience);
      socket.destroy();
      done({ name, place: url, ...facts });
    };
    const missing = (problem: string) => end({ valid_to: null, issuer: null, problem });
    // Not the socket's own timeout: what sends a byte now and then would be waited for without end.
    const patience = setTimeout(() => missing(`Nothing answered within ${PATIENCE_MS / 1_000} s.`), PATIENCE_MS);
    socket.once("error", (error: Error) => missing(`Nobody speaks TLS there: ${error.message}.`));
    socket.once("secureConnect", () => end(factsOf(socket)));
  });
}

function factsOf(socket: TLSSocket): Pick<SeenCertificate, "valid_to" | "issuer" | "problem"> {
  const certificate: Partial<PeerCertificate> = socket.getPeerCertificate();
  // Node's types say an error; what it is, is its code.
  const refusal = socket.authorizationError as unknown;
  const problem = socket.authorized
    ? null
    : `Clients refuse it: ${refusal instanceof Error ? refusal.message : String(refusal)}.`;
  return {
    valid_to: certificate.valid_to === undefined ? null : new Date(certificate.valid_to),
    issuer: issuerOf(certificate),
    problem,
  };
}

function issuerOf({ issuer }: Partial<PeerCertificate>): string | null {
  const name: unknown = issuer?.O ?? issuer?.CN;
  return typeof name === "string" ? name : null;
}
