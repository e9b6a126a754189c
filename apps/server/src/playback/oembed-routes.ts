import type { FastifyInstance } from "fastify";
import { Refusal } from "../platform/refusal.ts";
import { findItem } from "./found-item.ts";
import { pageOf } from "./gate/media-gate.ts";
import { hashOfPage, writeOembed } from "./oembed.ts";
import { writePlaylistOembed } from "./playlist-pages/playlist-share.ts";
import { showPlaylist } from "./playlist-pages/shown-playlist.ts";
import { PUBLIC_ID, READABLE_EVERYWHERE, type PageParts } from "./public-page.ts";

interface OembedRoute {
  Querystring: {
    url?: string | string[];
    format?: string | string[];
    maxwidth?: string | string[];
    maxheight?: string | string[];
  };
}

/** Serves oEmbed (oembed.com §2): what other sites embed for the address of a page. */
export function serveOembed(app: FastifyInstance, parts: PageParts): void {
  const { gate, edgeUrl } = parts;
  app.get<OembedRoute>("/oembed", async (request, reply) => {
    const { url, format, maxwidth, maxheight } = request.query;
    reply.headers(READABLE_EVERYWHERE);
    if (format !== undefined && format !== "json")
      return reply.status(501).send({ message: "Only format=json is offered.", code: "not_offered" });
    const hash = typeof url === "string" ? hashOfPage(edgeUrl, url) : null;
    const { video, gated } = hash ? await findItem(parts, hash, null) : { video: null, gated: null };
    const room = { maxWidth: readPixels(maxwidth), maxHeight: readPixels(maxheight) };
    const playlist = hash && PUBLIC_ID.test(hash) && !video ? await parts.playlists.find(hash, null) : null;
    if (playlist) {
      const shown = await showPlaylist(gate, playlist, request.raw, pageOf(request.raw));
      reply.header("cache-control", shown.for_everyone ? "public, max-age=300" : "private, no-store");
      return writePlaylistOembed(edgeUrl, shown, room);
    }
    if (!video) throw new Refusal("not_found", "There is no video at this address.");
    const admission = gated && (await gate.admit(gated, request.raw, { token: null, page: pageOf(request.raw) }));
    if (admission?.kind === "refused")
      return reply
        .status(403)
        .header("cache-control", "no-store")
        .send({ message: admission.message, code: admission.reason });
    reply.header("cache-control", admission?.kind === "admitted" ? "private, no-store" : "public, max-age=300");
    return writeOembed(edgeUrl, video, room);
  });
}

function readPixels(value: string | string[] | undefined): number | null {
  const pixels = typeof value === "string" ? Number(value) : NaN;
  return Number.isInteger(pixels) && pixels > 0 ? pixels : null;
}
