import { EMBED_NOTICES } from "@kinora/domain/playback/embed-page.ts";
import { embedQuery } from "@kinora/domain/playback/embed.ts";
import { readPlayOptions } from "@kinora/domain/playback/play-options.ts";
import { TAKEN_DOWN_STATUS } from "@kinora/domain/videos/takedown.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { findItem } from "./found-item.ts";
import { writePlaylistSharePage } from "./playlist-pages/playlist-share.ts";
import { openPlaylist, type OpenedPlaylist } from "./playlist-pages/shown-playlist.ts";
import { PUBLIC_ID, readCredentials, readPlayer, sendPage, type PageParts, type VideoRoute } from "./public-page.ts";
import { SHARE_POLICY, writeSharePage, type ShareRefusal } from "./share-page.ts";

/** Serves the share pages of videos, livestreams and playlists. */
export function serveSharePages(app: FastifyInstance, parts: PageParts): void {
  const { gate, files, edgeUrl } = parts;
  app.get<VideoRoute>("/v/:hash", { config: { page: "share" } }, async (request, reply) => {
    const { hash } = request.params;
    const { video, gated, takenDown } = await findItem(parts, hash, null);
    if (takenDown !== null) {
      const refusal = { notice: "taken_down" as const, message: takenDown, picture: null };
      return sendRefusal(parts, reply.status(TAKEN_DOWN_STATUS), refusal);
    }
    const asked = { ...readCredentials(request.query), page: `${edgeUrl}/v/${hash}` };
    const options = [
      readEmbedOptions(request.url),
      asked.token === null ? "" : `token=${encodeURIComponent(asked.token)}`,
    ]
      .filter(Boolean)
      .join("&");
    const opened = video ? null : await openPlaylist(parts, hash, request.raw, { ...asked, pass: null, stay: "visit" });
    if (opened) return sendPlaylistShare(parts, reply, opened, withFirstVideo(options, request.url));
    if (!video && (await parts.rules.isSuspended(hash))) {
      const refusal = { notice: "suspended" as const, message: EMBED_NOTICES.suspended.text, picture: null };
      return sendRefusal(parts, reply.status(403), refusal);
    }
    const admission = gated && (await gate.admitVisit(gated, request.raw, asked));
    const isPublic = video !== null && (admission === null || admission.kind === "open");
    if (admission?.kind === "refused" && admission.ticket === null)
      return sendRefusal(parts, reply.status(403), { ...admission, notice: "refused" });
    // Of a video behind a password the page shows the form, and nothing of the video.
    const locked = admission?.kind === "refused";
    const shown = locked && video ? { ...video, ...UNTITLED } : video;
    return sendPage(
      reply.status(video ? 200 : 404),
      SHARE_POLICY,
      isPublic,
      writeSharePage(files, edgeUrl, shown, {
        options,
        locked,
        project: isPublic ? await parts.projectOf(video.projectId) : null,
        transcript: isPublic ? await parts.transcriptOf(video) : null,
      }),
    );
  });
}

/** Sends the share page of a playlist; behind a password it has the form, and nothing of the playlist. */
function sendPlaylistShare(
  parts: PageParts,
  reply: FastifyReply,
  { playlist, admission }: OpenedPlaylist,
  options: string,
): FastifyReply {
  const isRefused = admission.kind === "refused";
  if (isRefused && admission.ticket === null)
    return sendRefusal(parts, reply.status(403), { ...admission, notice: "refused" });
  const shown = isRefused ? { ...playlist, name: "", description: "" } : playlist;
  const html = writePlaylistSharePage(parts.files, parts.edgeUrl, shown, { options, locked: isRefused });
  return sendPage(reply, SHARE_POLICY, playlist.for_everyone, html);
}

const sendRefusal = ({ files, edgeUrl }: PageParts, reply: FastifyReply, refusal: ShareRefusal): FastifyReply =>
  sendPage(reply, SHARE_POLICY, false, writeSharePage(files, edgeUrl, null, { refusal }));

/** What a share page keeps to itself until the password is entered. */
const UNTITLED = { title: "", description: "", images: {}, picture: null };

/** The same with the video that the address of a playlist's page names, at which its player begins. */
function withFirstVideo(options: string, address: string): string {
  const video = new URL(address, "http://edge").searchParams.get("video") ?? "";
  return [options, PUBLIC_ID.test(video) ? `video=${video}` : ""].filter(Boolean).join("&");
}

/** The player options in a share link, reduced to valid values. */
function readEmbedOptions(address: string): string {
  const asked = new URL(address, "http://edge").searchParams;
  return embedQuery({ player: readPlayer(asked.get("player") ?? undefined), ...readPlayOptions(asked) });
}
