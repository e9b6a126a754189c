import type { FastifyReply, FastifyRequest } from "fastify";
import { EMBED_POLICY, embedPolicy, FRAMED_EVERYWHERE, withAds } from "../embed-page.ts";
import { isConsole, withoutQuery } from "../gate/page-address.ts";
import { isSeen } from "../gate/seen-request.ts";
import { readPlayer, sendPage, type PageParts, type VideoRoute } from "../public-page.ts";
import { sendRefused } from "../refused-answer.ts";
import { writePlaylistPage } from "./playlist-page.ts";
import type { OpenedPlaylist } from "./shown-playlist.ts";

/**
 * Sends the embed page of a playlist, or why there is none for this request. Which videos it lists depends on the request,
 * so that no cache keeps it. `memberPass` is the pass in the address; `page` the URL of the page around it.
 */
export async function sendPlaylist(
  parts: PageParts,
  request: FastifyRequest<VideoRoute>,
  reply: FastifyReply,
  { playlist, admission, isMember }: OpenedPlaylist,
  { memberPass, page }: { memberPass: string | null; page: string | null },
): Promise<FastifyReply> {
  const { players, adsOfPlaylist, analyticsOf, gate, records, sightings, files, stamp, consoleUrl } = parts;
  reply.headers(FRAMED_EVERYWHERE);
  if (admission.kind === "refused") return sendRefused(files, request, reply, admission);
  const pass = admission.kind === "admitted" ? admission.pass : isMember ? memberPass : null;
  if (pass !== null) reply.header("referrer-policy", "no-referrer");
  const isLoad = isSeen(request.raw);
  if (isLoad) sightings.note(playlist.project_id, page ?? undefined);
  const named = readPlayer(request.query.player);
  const player = await players.find(playlist.project_id, named);
  const framedBy = page && withoutQuery(page);
  if (named === player.hash && !isMember && isLoad && !isConsole(page, consoleUrl))
    parts.playerSightings.note(named, { kind: "playlist", hash: playlist.hash }, page ?? undefined);
  if (!isMember && isLoad)
    records.loadedPlaylist({
      item: { kind: "playlist", id: playlist.id, projectId: playlist.project_id },
      ...{ page: framedBy, player: player.hash, playlist: playlist.hash },
      ...gate.viewerOf(request.raw),
      signed: admission.kind === "admitted" && admission.signed,
    });
  const ads = await adsOfPlaylist(playlist.project_id, player.settings);
  const consent = (await analyticsOf(playlist.project_id))?.consent ?? false;
  const html = writePlaylistPage(files, playlist, {
    ...{ player, ads, pass, isMember, page: framedBy, consent },
    stamp: stamp({ playlist: playlist.hash }),
    consoleUrl,
  });
  const policy = admission.kind === "admitted" ? embedPolicy(admission.frameAncestors) : EMBED_POLICY;
  return sendPage(reply, ads ? withAds(policy) : policy, false, html);
}
