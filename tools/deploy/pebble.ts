import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { RESTART_PATIENCE_MS } from "../../e2e/patience.ts";
import { until } from "../../e2e/pipeline-project.ts";
import { debianProgram } from "./debian.ts";
import { makeCertificate } from "./test-certificate.ts";

/** A certificate authority of a test: Pebble, the small one of Let's Encrypt, as Debian packages it. */
export interface Pebble {
  /** For KINORA_ACME_DIRECTORY. */
  directoryUrl: string;
  /** PEM file of who signed the directory's own certificate, for KINORA_CA_FILE. */
  caFile: string;
  /** PEM of who signs the certificates that it issues. */
  root: string;
}

export interface PebbleOptions {
  /** KINORA_HTTP_PORT, where it asks who has a name. */
  httpPort: number;
  /** How long certificates last. */
  validSeconds: number;
}

/** Starts Pebble with name servers of its own, for which every name is this machine. */
export async function startPebble(
  cleanUp: AsyncDisposableStack,
  folder: string,
  { httpPort, validSeconds }: PebbleOptions,
): Promise<Pebble> {
  await mkdir(folder, { recursive: true });
  const pebble = await debianProgram("pebble", "usr/bin/pebble", join(folder, "package"));
  const [directory, management, dns, dnsManagement] = [
    ...[await freePort(), await freePort()],
    ...[await freePort(), await freePort()],
  ];
  const own = await makeCertificate(folder, ["localhost"], "pebble");
  const config = join(folder, "pebble.json");
  await writeFile(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${directory}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: own.certificateFile,
        privateKey: own.keyFile,
        httpPort,
        tlsPort: httpPort,
        ocspResponderURL: "",
        externalAccountBindingRequired: false,
        certificateValidityPeriod: validSeconds,
      },
    }),
  );
  const names = [
    "-dns01",
    `127.0.0.1:${dns}`,
    "-management",
    `127.0.0.1:${dnsManagement}`,
    "-defaultIPv4",
    "127.0.0.1",
  ];
  run(cleanUp, `${pebble}-challtestsrv`, [
    ...names,
    "-defaultIPv6",
    "",
    "-http01",
    "",
    "-https01",
    "",
    "-tlsalpn01",
    "",
  ]);
  run(cleanUp, pebble, ["-config", config, "-dnsserver", `127.0.0.1:${dns}`], { PEBBLE_VA_NOSLEEP: "1" });
  const ca = await readFile(own.certificateFile, "utf8");
  const root = await until(
    "Pebble has its root",
    () => read(`https://localhost:${management}/roots/0`, ca).catch(() => null),
    RESTART_PATIENCE_MS,
  );
  return { directoryUrl: `https://localhost:${directory}/dir`, caFile: own.certificateFile, root };
}

function run(cleanUp: AsyncDisposableStack, program: string, args: string[], env: Record<string, string> = {}): void {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, ...env } });
  const gone = once(child, "exit");
  cleanUp.defer(async () => {
    child.kill("SIGTERM");
    await gone;
  });
}

function read(address: string, ca: string): Promise<string> {
  return new Promise((done, fail) => {
    request(address, { ca, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("end", () => done(text));
    })
      .once("error", fail)
      .end();
  });
}
