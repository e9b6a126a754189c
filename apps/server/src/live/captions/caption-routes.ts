import { reloadRequest, waitForTarget } from "@kinora/media/live/blocking-reload.ts";
import type { FastifyInstance } from "fastify";
import { NOT_HERE } from "../../platform/access/live-answers.ts";
import type { LiveHost } from "../host/live-host.ts";

interface CaptionRoute {
  Params: { hash: string; file: string };
  Querystring: { _HLS_msn?: string; _HLS_part?: string };
}

const SEGMENT = /^(\d{1,12})\.vtt$/;

/** Serves edges the captions of livestreams: a playlist, held until it has the requested segment, and its segments. */
export function serveLiveCaptions(app: FastifyInstance, host: LiveHost): void {
  app.get<CaptionRoute>("/live/:hash/captions/:file", async (request, reply) => {
    const { hash, file } = request.params;
    const served = host.findServed(hash);
    if (!served) return reply.status(NOT_HERE).send({ message: "This live host does not have the stream." });
    const segments = served.captions?.segments;
    const nothing = () => reply.status(404).send({ message: "This file does not exist." });
    if (!segments) return nothing();
    const [, sequence] = SEGMENT.exec(file) ?? [];
    const text = sequence === undefined ? null : segments.read(Number(sequence));
    if (text !== null) return reply.type("text/vtt; charset=utf-8").send(text);
    if (file !== "index.m3u8") return nothing();
    const { _HLS_msn: msn, _HLS_part: part } = request.query;
    const wanted = reloadRequest({ msn, part });
    if (wanted === "invalid") return reply.status(400).send({ message: "This reload request is invalid." });
    const gone = new AbortController();
    request.raw.once("close", () => gone.abort());
    const signal = AbortSignal.any([gone.signal, served.stopped]);
    await waitForTarget(served.timeline, signal);
    if (!(await segments.whenListed(wanted?.sequence ?? null, signal)))
      return reply.status(503).header("retry-after", "1").send({ message: "There are no captions yet." });
    return reply.type("application/vnd.apple.mpegurl").send(segments.playlist());
  });
}
