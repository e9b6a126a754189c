import { frameOf } from "@kinora/domain/players/frame.ts";
import { allSettings } from "@kinora/domain/players/settings.ts";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../platform/refusal.ts";
import { findItem } from "./found-item.ts";
import { pageOf } from "./gate/media-gate.ts";
import { hashOfPage, startOfPage, writeOembed } from "./oembed.ts";
import { writePlaylistOembed } from "./playlist-pages/playlist-share.ts";
import { openPlaylist } from "./playlist-pages/shown-playlist.ts";
import { READABLE_EVERYWHERE, type PageParts } from "./public-page.ts";
import { SUSPENDED_MESSAGE } from "./suspended.ts";

interface OembedRoute {
  Querystring: {
    url?: string | string[];
    format?: string | string[];
    maxwidth?: string | string[];
    maxheight?: string | string[];
  };
}

/** More than any page has: of a larger number the other side would be Infinity, which JSON does not have. */
const PIXELS_MAX = 100_000;

const NONE = { video: null, gated: null, takenDown: null };

/** Serves oEmbed (oembed.com §2): what other sites embed for the address of a page. */
export function serveOembed(app: FastifyInstance, parts: PageParts): void {
  const { gate, players, edgeUrl } = parts;
  app.get<OembedRoute>("/oembed", async (request, reply) => {
    const { url, format, maxwidth, maxheight } = request.query;
    reply.headers(READABLE_EVERYWHERE);
    if (format !== undefined && format !== "json")
      return reply.status(501).send({ message: "Only format=json is offered.", code: "not_offered" });
    const address = typeof url === "string" ? url : "";
    const hash = hashOfPage(edgeUrl, address);
    const { video, gated, takenDown } = hash ? await findItem(parts, hash, null) : NONE;
    if (takenDown !== null) throw new Refusal("taken_down", takenDown);
    const room = { maxWidth: readPixels(maxwidth), maxHeight: readPixels(maxheight) };
    const asked = { token: null, page: pageOf(request.raw) };
    const opened =
      hash && !video ? await openPlaylist(parts, hash, request.raw, { ...asked, pass: null, stay: "visit" }) : null;
    if (hash && !video && !opened && (await parts.rules.isSuspended(hash)))
      throw new Refusal("forbidden", SUSPENDED_MESSAGE);
    if (!video && !opened) throw new Refusal("not_found", "There is no video at this address.");
    const admission = opened?.admission ?? (gated && (await gate.admitVisit(gated, request.raw, asked)));
    if (admission?.kind === "refused")
      return reply
        .status(403)
        .header("cache-control", "no-store")
        .send({ message: admission.message, code: admission.reason });
    const isForEveryone = opened ? opened.playlist.for_everyone : admission?.kind !== "admitted";
    reply.header("cache-control", isForEveryone ? "public, max-age=300" : "private, no-store");
    const projectId = video?.projectId ?? opened?.playlist.project_id;
    const player = projectId === undefined ? null : await players.find(projectId, null);
    const frame = frameOf(allSettings(player?.settings ?? {}));
    if (video) return writeOembed(edgeUrl, { video, frame, startSeconds: startOfPage(address) }, room);
    return opened && writePlaylistOembed(edgeUrl, { playlist: opened.playlist, frame }, room);
  });
}

function readPixels(value: string | string[] | undefined): number | null {
  const pixels = typeof value === "string" ? Number(value) : NaN;
  return Number.isInteger(pixels) && pixels > 0 ? Math.min(pixels, PIXELS_MAX) : null;
}
