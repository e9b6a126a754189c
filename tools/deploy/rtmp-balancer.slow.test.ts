import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectPlain } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectSecurely } from "node:tls";
import { freePort } from "@kinora/db/free-port.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenForPublishers, type RtmpServer } from "../../apps/server/src/live/ingest/rtmp/server.ts";
import type { Admit } from "../../apps/server/src/live/ingest/rtmp/session.ts";
import { TestEncoder } from "../../apps/server/src/live/ingest/rtmp/test-encoder.ts";
import { testCertificate } from "../../apps/server/src/platform/http/test-certificate.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { patient } from "../setup/patience.mjs";
import { startNginxStream } from "./proxies.ts";

/** Where an encoder is, as the live hosts should know it. */
const ENCODER = "127.0.0.9";
const everything = new AsyncDisposableStack();
const hosts: RtmpServer[] = [];
const ports = { port: 0, securePort: 0 };
/** For each publisher the host that it reached and its address. */
const admitted: [host: number, address: string][] = [];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "kinora-rtmp-balancer-"));
  everything.defer(() => rmSync(folder, { recursive: true, force: true }));
  const files = { certificateFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
  writeFileSync(files.certificateFile, testCertificate.cert);
  writeFileSync(files.keyFile, testCertificate.key);
  for (const host of [0, 1]) {
    const admit: Admit = ({ clientIp }) => {
      admitted.push([host, clientIp]);
      const ignored = () => undefined;
      return Promise.resolve({ write: () => true, drained: () => Promise.resolve(), reject: ignored, end: ignored });
    };
    const doors = { host: "127.0.0.1", port: await freePort(), secure: { ...files, port: await freePort() } };
    const server = await listenForPublishers({ ...doors, proxies: ["127.0.0.1"] }, admit, createLog("silent", "tests"));
    everything.defer(() => server.close());
    hosts.push(server);
  }
  [ports.port, ports.securePort] = [await freePort(), await freePort()];
  await startNginxStream(everything, join(folder, "nginx"), { ...ports, hosts });
}, patient(120_000));
afterAll(() => everything.disposeAsync());

async function publish(isSecure: boolean): Promise<TestEncoder> {
  const to = { host: "127.0.0.1", localAddress: ENCODER };
  const ca = testCertificate.cert;
  const plain = connectPlain({ ...to, port: isSecure ? ports.securePort : ports.port });
  const encoder = new TestEncoder(isSecure ? connectSecurely({ socket: plain, servername: "localhost", ca }) : plain);
  encoder.publish("good");
  expect((await encoder.status())[0]).toBe("NetStream.Publish.Start");
  return encoder;
}

test("through nginx, set as its file in deploy says, encoders spread over live hosts, which know their addresses", async () => {
  for (const isSecure of [false, true]) {
    const encoders = [
      await publish(isSecure),
      await publish(isSecure),
      await publish(isSecure),
      await publish(isSecure),
    ];
    const reached = admitted.splice(0);
    expect(reached.map(([host]) => host).toSorted((a, b) => a - b)).toEqual([0, 0, 1, 1]);
    expect(new Set(reached.map(([, address]) => address))).toEqual(new Set([ENCODER]));
    for (const { socket } of encoders) socket.destroy();
  }
});

test("while one host is restarted, encoders reach the other one", async () => {
  await hosts[0]?.close();
  for (let count = 0; count < 3; count += 1) {
    const { socket } = await publish(false);
    socket.destroy();
  }
  expect(admitted.splice(0)).toEqual(Array.from({ length: 3 }, () => [1, ENCODER]));
});
