import { waitForTarget } from "@kinora/media/live/blocking-reload.ts";
import { silentInit } from "@kinora/media/live/silence.ts";
import { soundFolder } from "@kinora/media/live/sound-playlist.ts";
import type { FastifyInstance } from "fastify";
import { NOT_HERE } from "../../platform/access/live-answers.ts";
import type { LiveHost } from "../host/live-host.ts";

interface SoundRoute {
  Params: { hash: string; track: string; file: string };
}

/** Serves edges the further sounds of livestreams: playlists, and segments that are not in storage yet. */
export function serveLiveSounds(app: FastifyInstance, host: LiveHost): void {
  app.get<SoundRoute>("/live/:hash/sound-:track/:file", async (request, reply) => {
    const { hash, file } = request.params;
    const track = Number(request.params.track);
    const served = host.findServed(hash);
    if (!served) return reply.status(NOT_HERE).send({ message: "This live host does not have the stream." });
    const { timeline, files, sounds } = served;
    // All of them are described alike.
    if (file === "init.mp4") return reply.type("video/mp4").send(silentInit);
    if (file === "index.m3u8") {
      const gone = new AbortController();
      request.raw.once("close", () => gone.abort());
      const signal = AbortSignal.any([gone.signal, served.stopped]);
      await waitForTarget(timeline, signal);
      const playlist = await sounds.playlist(track, signal);
      if (playlist !== null) return reply.type("application/vnd.apple.mpegurl").send(playlist);
      return reply.status(503).header("retry-after", "1").send({ message: "There is no media yet." });
    }
    const name = `${soundFolder(track)}/${file}`;
    const bytes = files.get(name) ?? (timeline.ended ? await files.readReachable(name) : null);
    if (!bytes) return reply.status(404).send({ message: "This file does not exist." });
    return reply.type("video/iso.segment").send(bytes);
  });
}
