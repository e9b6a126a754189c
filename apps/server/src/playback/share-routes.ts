import { embedQuery } from "@kinora/domain/playback/embed.ts";
import type { FastifyInstance } from "fastify";
import { findItem } from "./found-item.ts";
import { writePlaylistSharePage } from "./playlist-pages/playlist-share.ts";
import { findPlaylist, readKnock, readPlayer, sendPage, type PageParts, type VideoRoute } from "./public-page.ts";
import { SHARE_POLICY, writeSharePage } from "./share-page.ts";

/** Serves the share pages of videos, livestreams and playlists. */
export function serveSharePages(app: FastifyInstance, parts: PageParts): void {
  const { gate, files, edgeUrl } = parts;
  app.get<VideoRoute>("/v/:hash", async (request, reply) => {
    const { video, gated } = await findItem(parts, request.params.hash, null);
    const page = `${edgeUrl}/v/${request.params.hash}`;
    const playlist = video ? null : await findPlaylist(parts, request, null, page);
    if (playlist) {
      const html = writePlaylistSharePage(files, edgeUrl, playlist, readWishes(request.url));
      return sendPage(reply, SHARE_POLICY, playlist.for_everyone, html);
    }
    const knock = readKnock(request.query);
    const admission = gated && (await gate.admit(gated, request.raw, { ...knock, page }));
    const isPublic = video !== null && (admission === null || admission.kind === "open");
    if (admission?.kind === "refused" && admission.ticket === null)
      return sendPage(
        reply.status(403),
        SHARE_POLICY,
        false,
        writeSharePage(files, edgeUrl, null, { refusal: admission }),
      );
    // Of a video behind a password the page shows the form, and nothing of the video.
    const locked = admission?.kind === "refused";
    const shown = locked && video ? { ...video, ...UNTITLED } : video;
    const options = [readWishes(request.url), knock.token === null ? "" : `token=${encodeURIComponent(knock.token)}`];
    return sendPage(
      reply.status(video ? 200 : 404),
      SHARE_POLICY,
      isPublic,
      writeSharePage(files, edgeUrl, shown, {
        options: options.filter(Boolean).join("&"),
        locked,
        project: isPublic ? await parts.projectOf(video.projectId) : null,
      }),
    );
  });
}

/** What a share page keeps to itself until the password is entered. */
const UNTITLED = { title: "", description: "", images: {}, picture: null };

/** The player options in a share link, reduced to valid values. */
function readWishes(address: string): string {
  const asked = new URL(address, "http://edge").searchParams;
  const isOn = (name: string) => asked.get(name) === "1";
  const start = Number(asked.get("start") ?? 0);
  return embedQuery({
    player: readPlayer(asked.get("player") ?? undefined),
    ...(Number.isFinite(start) ? { startSeconds: start } : {}),
    autoplay: isOn("autoplay"),
    muted: isOn("muted"),
    loop: isOn("loop"),
  });
}
