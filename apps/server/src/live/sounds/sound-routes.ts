import { reloadRequest, waitForTarget } from "@kinora/media/live/blocking-reload.ts";
import type { FastifyInstance } from "fastify";
import { NOT_HERE } from "../../platform/access/live-answers.ts";
import type { LiveHost } from "../host/live-host.ts";
import { SOUND_FOLDER } from "../media/live-files.ts";

interface SoundRoute {
  Params: { hash: string; file: string };
  Querystring: { _HLS_msn?: string; _HLS_part?: string };
}

const PLAYLIST = /^(\d)\.m3u8$/;

/** Serves edges the further sounds of livestreams: playlists, held until they have the requested segment, and their segments. */
export function serveLiveSounds(app: FastifyInstance, host: LiveHost): void {
  app.get<SoundRoute>(`/live/:hash/${SOUND_FOLDER}/:file`, async (request, reply) => {
    const { hash, file } = request.params;
    const served = host.findServed(hash);
    if (!served) return reply.status(NOT_HERE).send({ message: "This live host does not have the stream." });
    const nothing = () => reply.status(404).send({ message: "This file does not exist." });
    const { sounds } = served;
    if (!sounds) return nothing();
    const [, track] = PLAYLIST.exec(file) ?? [];
    if (track === undefined) {
      const bytes = await sounds.read(file);
      return bytes ? reply.type(file.endsWith(".mp4") ? "video/mp4" : "video/iso.segment").send(bytes) : nothing();
    }
    if (sounds.playlist(Number(track)) === null) return nothing();
    const { _HLS_msn: msn, _HLS_part: part } = request.query;
    const wanted = reloadRequest({ msn, part });
    if (wanted === "invalid") return reply.status(400).send({ message: "This reload request is invalid." });
    const gone = new AbortController();
    request.raw.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, served.stopped]);
    await waitForTarget(served.timeline, signal);
    if (!(await sounds.whenListed(wanted?.sequence ?? null, signal)))
      return reply.status(503).header("retry-after", "1").send({ message: "There is no sound yet." });
    return reply.type("application/vnd.apple.mpegurl").send(sounds.playlist(Number(track)));
  });
}
