import type { Config } from "./config.ts";
import { signPlaybackToken } from "./playback-token.ts";
import type { Secrets } from "./secrets.ts";

const TOKEN_HOURS = 12;
const HOUR_MS = 3_600_000;

/**
 * Links by which a member sees a video's media whether or not it is published. The token in them lasts at least 11 hours
 * and is the same for a whole hour, so that browsers can keep the pictures.
 */
export function memberLinks(
  { config, secrets, clock }: { config: Config; secrets: Secrets; clock: { now(): Date } },
  hash: string,
) {
  const hour = Math.floor(clock.now().getTime() / HOUR_MS);
  let signed: string | null = null;
  // A list shows many videos, of which some have nothing to link to.
  const token = () =>
    (signed ??= signPlaybackToken(secrets.playbackKey, hash, new Date((hour + TOKEN_HOURS) * HOUR_MS)));
  return {
    /** A stored file of the video, by its key below `assets/{video}/`, such as `v1/posters/720p.jpg`. */
    file: (path: string) => `${config.urls.edge}/hls/~${token()}/${hash}/${path}`,
    preview: () => `${config.urls.edge}/embed/${hash}?token=${token()}`,
  };
}

/** What a pass for the uploaded file is signed for, so that it plays nothing and a pass to play downloads nothing. */
export const originalPurpose = (hash: string) => `original\0${hash}`;

const ORIGINAL_MINUTES = 60;

/** A link to the uploaded file of a video for whoever holds it. */
export function originalLink(
  { config, secrets, clock }: { config: Config; secrets: Secrets; clock: { now(): Date } },
  hash: string,
) {
  const expiresAt = new Date(clock.now().getTime() + ORIGINAL_MINUTES * 60_000);
  const token = signPlaybackToken(secrets.playbackKey, originalPurpose(hash), expiresAt);
  return { url: `${config.urls.edge}/hls/~${token}/${hash}/original`, expires_at: expiresAt };
}
