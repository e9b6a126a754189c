import type { IncomingMessage } from "node:http";
import type { Admission, BareAnswer, GatedPlaylist, AccessRequest } from "../gate/admission.ts";
import type { Gate } from "../gate/gate.ts";
import type { ViewerPass } from "../gate/viewer-pass.ts";
import { HASH } from "../paths.ts";
import type { PlaybackPlaylist, PlaybackPlaylists } from "./find-playlist.ts";

const PUBLIC_ID = new RegExp(`^${HASH}$`);

/** A playlist with the videos that one request may see. */
export interface ShownPlaylist extends PlaybackPlaylist {
  /** Whether every request sees the same, so that caches may share the answer. */
  for_everyone: boolean;
}

/** A playlist as a request for one of its pages gets it. */
export interface OpenedPlaylist {
  /** Without videos where the page is refused. */
  playlist: ShownPlaylist;
  admission: Admission;
  /** A member looks at it, with a pass of their own. */
  isMember: boolean;
}

/** How a page of a playlist is requested. */
export interface PageRequest extends AccessRequest {
  /** A member's pass, if any. */
  pass: string | null;
  /** A viewer stays on the page of a player; a visit reads a page around it, or what is written about it. */
  stay: "viewer" | "visit";
}

/** A playlist as the gate decides about its page. */
export const gatedPlaylist = (playlist: PlaybackPlaylist): GatedPlaylist => ({
  id: playlist.id,
  hash: playlist.hash,
  projectId: playlist.project_id,
  profileId: playlist.profile_id,
});

/** The playlist of a public id as a request may see it; null where there is none for it. */
export async function openPlaylist(
  { gate, playlists }: { gate: Gate; playlists: PlaybackPlaylists },
  hash: string,
  request: IncomingMessage,
  { pass, stay, ...asked }: PageRequest,
): Promise<OpenedPlaylist | null> {
  const playlist = PUBLIC_ID.test(hash) ? await playlists.find(hash, pass) : null;
  if (!playlist) return null;
  const member = await playlists.memberOf(playlist, pass);
  if (member) {
    const shown = member.seesVideos ? playlist : await showPlaylist(gate, playlist, request, { held: null, ...asked });
    return { playlist: { ...shown, for_everyone: false }, admission: { kind: "open" }, isMember: true };
  }
  const admission = await gate.admitPlaylist(gatedPlaylist(playlist), request, asked, stay);
  if (admission.kind === "refused")
    return { playlist: { ...playlist, videos: [], for_everyone: false }, admission, isMember: false };
  const held = admission.kind === "admitted" ? gate.heldPass(hash, admission.pass) : null;
  const shown = await showPlaylist(gate, playlist, request, { held, page: asked.page });
  const isForEveryone = shown.for_everyone && admission.kind === "open";
  return { playlist: { ...shown, for_everyone: isForEveryone }, admission, isMember: false };
}

/**
 * A playlist without the videos whose restriction profile refuses this request. Titles and pictures of videos that need
 * a signed token or a password are in the list only where the page was admitted with it. `page` is the URL of the page
 * around the list.
 */
async function showPlaylist(
  gate: Gate,
  playlist: PlaybackPlaylist,
  request: IncomingMessage,
  { held, page }: { held: ViewerPass | null; page: string | null },
): Promise<ShownPlaylist> {
  const answers = new Map<string, BareAnswer>();
  const named = held?.token?.claims.video;
  const isShown: boolean[] = [];
  for (const { profile_id: profileId, hash } of playlist.videos) {
    // The answer is the same for all videos of a profile, but for the one that a token names.
    const key = `${profileId} ${hash === named ? hash : ""}`;
    const answer =
      answers.get(key) ??
      (profileId === null
        ? "everyone"
        : await gate.answerTo(profileId, request, { playlist: playlist.hash, held, page }, hash));
    answers.set(key, answer);
    isShown.push(answer !== "refused");
  }
  return {
    ...playlist,
    videos: playlist.videos.filter((_, index) => isShown[index]),
    for_everyone: [...answers.values()].every((answer) => answer === "everyone"),
  };
}
