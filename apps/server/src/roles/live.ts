import type { AddressInfo } from "node:net";
import { mediaCapabilities } from "@kinora/media/capabilities.ts";
import { openTransportStream } from "@kinora/media/live/transportStream.ts";
import type { Services } from "../context.ts";
import { streamKeyOf } from "../live/keys.ts";
import { LiveHost } from "../live/live-host.ts";
import { serveLiveMedia } from "../live/media-routes.ts";
import { listenForPublishers } from "../live/rtmp/server.ts";
import { listenForSrt } from "../live/srt/server.ts";
import { EVERYWHERE } from "../platform/both-families.ts";
import { serviceChecks } from "../platform/checks.ts";
import { createHttpServer } from "../platform/http.ts";
import type { RunningRole } from "../platform/running-role.ts";

/** Takes what encoders publish, packages it, and answers the edges over the loopback. */
export async function start(services: Services): Promise<RunningRole> {
  const { config, log } = services;
  const host = new LiveHost(services);
  const app = createHttpServer({
    name: "live",
    config,
    log,
    checks: serviceChecks(services),
    metrics: services.metrics,
  });
  serveLiveMedia(app, host);
  await app.listen({ port: Number(process.env["KINORA_HEALTH_PORT"] ?? 0), host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const doors = { host: EVERYWHERE, port: config.ports.rtmp, secure: config.rtmps?.listens ?? null };
  const rtmp = await listenForPublishers(doors, host.admit, log);
  const keyOf = (hash: string) => streamKeyOf(services, hash);
  const parts = { admit: host.admit, keyOf, open: openTransportStream, log };
  const srt = config.srt && (await listenForSrt(EVERYWHERE, config.srt.port, parts));
  mediaCapabilities().catch((error: unknown) => log.warn({ err: error }, "livestreams cannot be encoded yet"));
  await host.begin(`http://127.0.0.1:${port}`, rtmp.port);
  return {
    async close() {
      await rtmp.close();
      await srt?.close();
      await host.close();
      await app.close();
    },
  };
}
