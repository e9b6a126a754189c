import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import type { AddressInfo } from "node:net";
import { freePort } from "@kinora/db/free-port.ts";
import { readIceServers } from "@kinora/domain/live/ice-servers.ts";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { openRtcStream } from "@kinora/media/live/rtc-stream.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { MediaStreamTrack, RTCPeerConnection, useH264, useOPUS } from "werift";
import { createHttpServer } from "../../../platform/http/http.ts";
import { anEdge, type TestEdge } from "../../../playback/testing.ts";
import { addStream, sharedProject } from "../../../testing/fixtures.ts";
import { LiveHost } from "../../host/live-host.ts";
import { HostPort } from "../../rtc/host-port.ts";
import { serveWhip } from "./whip-routes.ts";
import { WhipSessions } from "./whip-sessions.ts";

const SECRET = "a-secret-of-the-relay";
const folder = testFolder("relay");
const relayPort = await freePort();
const { services, project } = await sharedProject({
  KINORA_LIVE_LADDERS: "1",
  KINORA_TURN_URL: `turn:127.0.0.1:${relayPort}?transport=tcp`,
  KINORA_TURN_SECRET: SECRET,
});
const port = new HostPort({ port: 0, addresses: ["127.0.0.1"] }, "localhost", services.log);
let host: LiveHost;
let sessions: WhipSessions;
let app: FastifyInstance;
let edge: TestEdge;
let relay: ChildProcess | null = null;

beforeAll(async () => {
  host = new LiveHost(services);
  sessions = new WhipSessions({ port, admit: host.admit, open: openRtcStream, log: services.log });
  app = createHttpServer({ name: "live", config: services.config, log: services.log, checks: {} });
  await serveWhip(app, services, sessions);
  await app.listen({ port: 0, host: "127.0.0.1" });
  await host.begin(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, 0);
  edge = await anEdge(services);
});
afterAll(async () => {
  relay?.kill("SIGKILL");
  sessions.close();
  await port.close();
  await host.close();
  await edge.app.close();
  await app.close();
});

/** A camera and a microphone that reach others through relays only. */
function aClient(): RTCPeerConnection {
  const connection = new RTCPeerConnection({
    codecs: { video: [useH264()], audio: [useOPUS()] },
    bundlePolicy: "max-bundle",
    iceServers: [],
    iceTransportPolicy: "relay",
  });
  for (const kind of ["video", "audio"] as const)
    connection.addTransceiver(new MediaStreamTrack({ kind }), { direction: "sendonly" });
  return connection;
}

async function publish(connection: RTCPeerConnection) {
  const { key } = await addStream(services, project, { ladder: "passthrough", reconnect_seconds: 0 });
  const offer = await connection.createOffer();
  const answer = await fetch(`${edge.url}/whip`, {
    method: "POST",
    body: offer.sdp,
    headers: { "content-type": "application/sdp", authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(201);
  return { offer, sdp: await answer.text(), iceServers: readIceServers(answer.headers.get("link")) };
}

test("the answer to a publisher names the relays, with a name and a password", async () => {
  const client = aClient();
  const { iceServers } = await publish(client);
  expect(iceServers).toEqual([
    {
      urls: `turn:127.0.0.1:${relayPort}?transport=tcp`,
      username: expect.stringMatching(/^\d{10}:kinora$/),
      credential: expect.stringMatching(/^[\w+/]{27}=$/),
    },
  ]);
  await client.close();
});

const hasRelay = spawnSync("turnserver", ["--help"], { stdio: "ignore" }).error === undefined;

test.runIf(hasRelay)(
  "a publisher without UDP reaches the host through a relay (needs coturn's turnserver)",
  async () => {
    relay = spawn(
      "turnserver",
      [
        ...["-n", "--listening-ip=127.0.0.1", `--listening-port=${relayPort}`, "--relay-ip=127.0.0.1", "--no-udp"],
        ...["--use-auth-secret", `--static-auth-secret=${SECRET}`, "--realm=kinora", "--allow-loopback-peers"],
        ...[
          "--no-cli",
          "--no-tls",
          "--no-dtls",
          "--log-file=stdout",
          `--pidfile=${folder}/pid`,
          `--userdb=${folder}/db`,
        ],
      ],
      { stdio: "ignore" },
    );
    const client = aClient();
    const { offer, sdp, iceServers } = await publish(client);
    client.setConfiguration({ iceServers });
    await client.setLocalDescription(offer);
    await client.setRemoteDescription({ type: "answer", sdp });
    await vi.waitFor(() => expect(client.connectionState).toBe("connected"));
    await client.close();
  },
);
