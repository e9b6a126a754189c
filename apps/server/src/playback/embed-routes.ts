import type { Availability, EmbedStatus } from "@kinora/domain/playback/embed-page.ts";
import { TAKEN_DOWN_STATUS } from "@kinora/domain/videos/takedown.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../platform/refusal.ts";
import { findDownload } from "./downloads.ts";
import { EMBED_POLICY, embedPolicy, FRAMED_EVERYWHERE, withAds, withAnalytics, writeEmbedPage } from "./embed-page.ts";
import { findItem, type FoundItem } from "./found-item.ts";
import type { Admission } from "./gate/admission.ts";
import { readPass } from "./gate/asked-pass.ts";
import { pageOf } from "./gate/media-gate.ts";
import { isConsole, withoutQuery } from "./gate/page-address.ts";
import { blockedPicture } from "./gate/refused-page.ts";
import { isSeen } from "./gate/seen-request.ts";
import { sendPlaylist } from "./playlist-pages/playlist-embed.ts";
import { openPlaylist } from "./playlist-pages/shown-playlist.ts";
import {
  READABLE_EVERYWHERE,
  readCredentials,
  readPlayer,
  sendPage,
  type PageParts,
  type VideoRoute,
} from "./public-page.ts";
import { sendRefused } from "./refused-answer.ts";

interface PasswordRoute extends VideoRoute {
  Body: string;
}

const FORM_BYTES = 8_192;

/** Serves embed pages, the password forms on them, and their status. */
export function serveEmbedPages(app: FastifyInstance, parts: PageParts): void {
  const { gate } = parts;

  app.get<VideoRoute>("/embed/:hash", { config: { page: "embed" } }, async (request, reply) => {
    const token = readPass(request.query.token);
    const found = await findItem(parts, request.params.hash, token);
    const page = request.headers.referer ?? null;
    const asked = { ...readCredentials(request.query), page };
    const opened = found.video
      ? null
      : await openPlaylist(parts, request.params.hash, request.raw, { ...asked, pass: token, stay: "viewer" });
    if (opened) return sendPlaylist(parts, request, reply, opened, { memberPass: token, page });
    const admission = found.gated && (await gate.admit(found.gated, request.raw, asked));
    return sendEmbed(parts, request, reply, found, admission, page);
  });

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_BYTES },
    (_, body, done) => done(null, body),
  );
  app.post<PasswordRoute>("/embed/:hash/password", { config: { page: "embed" } }, async (request, reply) => {
    const { hash } = request.params;
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const ticket = gate.pageOfTicket(hash, form.get("ticket") ?? "");
    if (!ticket) throw new Refusal("gone", "This page has been open too long. Reload it and enter the password again.");
    const found = await findItem(parts, hash, null);
    const asked = { ...readCredentials(request.query), page: ticket.page, password: form.get("password") ?? "" };
    const opened = found.video
      ? null
      : await openPlaylist(parts, hash, request.raw, { ...asked, pass: null, stay: "viewer" });
    if (opened) return sendPlaylist(parts, request, reply, opened, { memberPass: null, page: ticket.page });
    const admission = found.gated && (await gate.admit(found.gated, request.raw, asked));
    return sendEmbed(parts, request, reply, found, admission, ticket.page);
  });

  app.get<VideoRoute>("/embed/:hash/status.json", async (request, reply) => {
    const token = readPass(request.query.token);
    const found = await findItem(parts, request.params.hash, token);
    reply.headers({ ...READABLE_EVERYWHERE, "cache-control": "no-store" });
    if (found.gated) {
      const admission = token
        ? await gate.recheck(found.gated, request.raw, token)
        : await gate.admit(found.gated, request.raw, { ...readCredentials(request.query), page: pageOf(request.raw) });
      if (!admission || admission.kind === "refused") return reply.status(403).send(refusedStatus(admission));
    }
    const status = await found.status(token);
    const isAbsent = ["missing", "taken_down", "suspended"].includes(status.availability);
    return reply.status(isAbsent ? absentStatus(status.availability) : 200).send(status);
  });
}

/** Why playback ends; null where the pass is none, or is no longer valid. */
const refusedStatus = (refused: (Admission & { kind: "refused" }) | null): EmbedStatus & { code: string } => ({
  availability: "refused",
  progress: 0,
  renditions: [],
  settled: true,
  message: refused?.message ?? "Reload the page to go on.",
  picture: refused?.picture ? blockedPicture(refused.picture) : null,
  code: refused?.reason ?? "pass_expired",
});

/** Sends an embed page: the player with the pass its requests carry, or why there is none. */
async function sendEmbed(
  parts: PageParts,
  request: FastifyRequest<VideoRoute>,
  reply: FastifyReply,
  { video, live, downloadable, gated, status: statusWith }: FoundItem,
  admission: Admission | null,
  page: string | null,
): Promise<FastifyReply> {
  const { rules, players, gate, files, consoleUrl } = parts;
  const { hash } = request.params;
  reply.headers(FRAMED_EVERYWHERE);
  if (admission?.kind === "refused") return sendRefused(files, request, reply, admission);
  const pass = admission?.kind === "admitted" ? admission.pass : gated ? null : readPass(request.query.token);
  const status = await statusWith(pass);
  const isThere = live || status.availability === "playable" || status.availability === "processing";
  // A member looks at a video in the console: that is no embed.
  const isMember = pass !== null && admission === null;
  const named = readPlayer(request.query.player);
  const player = video ? await players.find(video.projectId, named) : { hash: "", settings: {} };
  const isLoad = isThere && !isMember && isSeen(request.raw);
  if (isLoad && video) {
    parts.sightings.note(video.projectId, page ?? undefined);
    const item = { kind: live ? ("stream" as const) : ("video" as const), id: video.id, projectId: video.projectId };
    const signed = admission?.kind === "admitted" && admission.signed;
    const viewer = gate.viewerOf(request.raw);
    parts.records.loaded({ item, page: page && withoutQuery(page), ...viewer, signed, player: player.hash });
  }
  reply.status(isThere ? 200 : absentStatus(status.availability));
  if (pass !== null) reply.header("referrer-policy", "no-referrer");
  if (isLoad && video && named === player.hash && !isConsole(page, consoleUrl))
    parts.playerSightings.note(named, { kind: live ? "stream" : "video", hash: video.hash }, page ?? undefined);
  const mayDownload = downloadable && player.settings.download && !(await gate.encrypts(gated?.profileId ?? null));
  const download = mayDownload && video ? await findDownload(rules, video, pass) : null;
  // The console sends the ads that this page plays, for members who may change those of the project.
  const takesAds =
    request.query.ads === "draft" && video !== null && (await rules.isMemberOf(video, pass, "ads_manage"));
  // The player editor shows drafts, whose ads differ from those of the published player.
  const showsDraft =
    request.query.ads === "player" && video !== null && (await rules.isMemberOf(video, pass, "player_manage"));
  const adFacts = isThere && showsDraft ? await parts.adFactsOf(hash) : null;
  const own = isThere && video && !takesAds ? await parts.adsOf(hash, player.settings) : null;
  const ads = own && isMember ? { ...own, report: null } : own;
  const { reports = true } = player.settings;
  const analytics = isThere && video && !isMember && reports ? await parts.analyticsOf(video.projectId) : null;
  const policy = admission?.kind === "admitted" ? embedPolicy(admission.frameAncestors) : EMBED_POLICY;
  const watched =
    isThere && video && !live && (player.settings.most_watched || showsDraft)
      ? await parts.watchedPartsOf(video)
      : null;
  const frame = { files, player, ads, adFacts, analytics, watched, download, stamp: parts.stamp({ hash }), consoleUrl };
  return sendPage(
    reply,
    withAnalytics(ads || takesAds || adFacts ? withAds(policy) : policy, analytics),
    // It carries a stamp of its own.
    false,
    writeEmbedPage(frame, hash, pass, video, status, live),
  );
}

/** The HTTP status of a page or a state that shows no video: 451 where it was taken down, 403 where it is suspended, else 404. */
function absentStatus(availability: Availability): number {
  if (availability === "taken_down") return TAKEN_DOWN_STATUS;
  return availability === "suspended" ? 403 : 404;
}
