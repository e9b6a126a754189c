import closeWithGrace from "close-with-grace";
import { readConfig } from "../platform/config.ts";
import { readCertificate, watchCertificate } from "../platform/http/certificate.ts";
import { Impairment } from "../platform/http/health.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { createLog } from "../platform/log.ts";
import { answerForMetrics, createProcessMetrics } from "../platform/process/metrics.ts";
import { startedMessage } from "../platform/process/started-message.ts";
import { trustAuthority } from "../platform/settings/authorities.ts";
import type { AcmeConfig } from "../platform/settings/tls.ts";
import { dueInMs } from "./certificate-due.ts";
import { onArrival } from "./connections.ts";
import { createFront } from "./front.ts";
import { certificateNames, publicPlaces } from "./public-places.ts";

// The process that speaks TLS for the roles of this machine. The supervisor, which may have been root, has the ports.
process.umask(0o077);
const config = readConfig();
const { tls } = config;
if (!tls) throw new Error("KINORA_TLS is not set.");
trustAuthority(config);
const log = createLog(config.logLevel, "tls");
const names = certificateNames(config);
const { files } = tls;
const acme = tls.acme ? await openAcme(tls.acme) : null;

/** Its library is loaded only where it is used. */
async function openAcme(settings: AcmeConfig) {
  const { AcmeCertificate } = await import("./acme-certificate.ts");
  return new AcmeCertificate({
    ...{ acme: settings, file: files.certificateFile, names, log },
    onRenewed: () => front.setCertificate(readCertificate(files)),
  });
}

/** Why nobody can connect, as a sentence; null when they can. */
function missingCertificate(): string | null {
  if (!acme || dueInMs(files.certificateFile, names) !== 0) return null;
  return acme.problem ?? `A certificate for ${names.join(", ")} is being fetched.`;
}

const front = createFront({
  places: publicPlaces(config),
  files,
  plain: { challenges: acme?.challenges ?? new Map<string, string>(), missingCertificate },
  log,
});
const stopWatching = watchCertificate(
  files,
  (pair) => {
    front.setCertificate(pair);
    log.info("certificate renewed");
  },
  (error) => log.warn({ err: error }, "renewed certificate not usable"),
);
onArrival((socket, isSecure) => front.take(socket, isSecure));
acme?.start();

const health = createHttpServer({
  name: "tls",
  config,
  log,
  checks: {
    certificate: () => {
      const missing = missingCertificate();
      // Everything else runs meanwhile, and the port without TLS says the same.
      return missing === null ? Promise.resolve() : Promise.reject(new Impairment(missing));
    },
  },
});
await health.listen({ port: Number(process.env["KINORA_HEALTH_PORT"] ?? 0), host: "127.0.0.1" });
answerForMetrics([createProcessMetrics("tls")], log);
process.send?.(startedMessage);
log.info("ready");

const closing = closeWithGrace({ delay: 9_000, logger: false }, async ({ err }) => {
  if (err) log.fatal({ err }, "stopping after an unhandled error");
  acme?.stop();
  stopWatching();
  front.close();
  await health.close();
});
// The channel closes when the supervisor exits.
process.on("disconnect", () => closing.close());
