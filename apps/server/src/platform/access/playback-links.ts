import { smallestImage } from "@kinora/domain/videos/videos.ts";
import type { Config } from "../config.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Caller } from "./caller.ts";
import { signPlaybackToken, type PassHolder } from "./playback-token.ts";

const TOKEN_HOURS = 12;
const HOUR_MS = 3_600_000;
const ORIGINAL_MINUTES = 60;

interface LinkContext {
  config: Config;
  secrets: Secrets;
  clock: { now(): Date };
  caller: Caller;
}

/**
 * Links by which the caller sees a video's media whether or not it is published. The token in them lasts at least 11 hours,
 * opens what its holder may see when it is used, and is the same for a whole hour, so that browsers can keep the pictures.
 */
export function memberLinks({ config, secrets, clock, caller }: LinkContext, hash: string) {
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  let signed: string | null = null;
  // A list shows many videos, of which some have nothing to link to.
  const token = () =>
    (signed ??= signPlaybackToken(
      secrets.playbackKey,
      hash,
      passHolder(caller),
      new Date((hour + TOKEN_HOURS) * HOUR_MS),
    ));
  return {
    /** A stored file of the video, by its key below `assets/{video}/`, such as `v1/posters/720p.jpg`. */
    file: (path: string) => `${config.urls.edge}/hls/~${token()}/${hash}/${path}`,
    preview: () => `${config.urls.edge}/embed/${hash}?token=${token()}`,
  };
}

/** The smallest poster of a video, for the caller; null when it has none. */
export function smallPoster(
  context: LinkContext,
  { id, hash, images }: { id: number; hash: string; images: Record<string, string> },
): string | null {
  const key = smallestImage(images);
  return key && memberLinks(context, hash).file(key.replace(`assets/${id}/`, ""));
}

/** What a pass for the uploaded file is signed for, so that it plays nothing and a pass to play downloads nothing. */
export const originalPurpose = (hash: string) => `original\0${hash}`;

/** A link to the uploaded file of a video, for as long as the caller may download it and an hour at most. */
export function originalLink({ config, secrets, clock, caller }: LinkContext, hash: string) {
  const expiresAt = new Date(clock.now().getTime() + ORIGINAL_MINUTES * 60_000);
  const token = signPlaybackToken(secrets.playbackKey, originalPurpose(hash), passHolder(caller), expiresAt);
  return { url: `${config.urls.edge}/hls/~${token}/${hash}/original`, expires_at: expiresAt };
}

/** Whose pass a link made for this caller carries. */
export function passHolder(caller: Caller): PassHolder {
  if (caller.kind === "user") return { kind: "user", id: caller.userId };
  if (caller.kind === "api_key") return { kind: "api_key", id: caller.keyId };
  throw new Error("Links to unpublished media are made for people and API keys only.");
}
