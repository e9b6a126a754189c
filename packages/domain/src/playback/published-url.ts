export const PUBLISHED_URL_MAX = 500;

/** What an address may hold of a video. */
export const PUBLISHED_URL_PARTS = ["hash", "id", "reference_id"] as const;

interface PublishedVideo {
  hash: string;
  id: number;
  reference_id: string | null;
}

const PART = /\{([^{}]*)\}/g;
const named = (pattern: string) => [...pattern.matchAll(PART)].map(([, name = ""]) => name);

/** Why a pattern such as `https://example.com/watch/{hash}` cannot be used, for people; null when it can. */
export function publishedUrlProblem(pattern: string): string | null {
  const names = named(pattern);
  const strange = names.find((name) => !PUBLISHED_URL_PARTS.some((known) => known === name));
  if (strange !== undefined) return `{${strange}} is unknown: use {hash}, {id} or {reference_id}.`;
  if (names.length === 0) return "Say which video it is with {hash}, {id} or {reference_id}.";
  const example = fill(pattern, { hash: "abc", id: 1, reference_id: "abc" });
  if (example === null || !URL.canParse(example)) return WRONG;
  const { protocol, hostname } = new URL(example);
  // A part in the host would send people to whatever site a video's id names.
  const host = pattern.replace(/^[a-z]+:\/\//i, "").split(/[/?#]/)[0] ?? "";
  return /^https?:$/.test(protocol) && hostname !== "" && !host.includes("{") ? null : WRONG;
}

const WRONG = "The address must look like https://example.com/watch/{hash}.";

function fill(pattern: string, video: PublishedVideo): string | null {
  let whole = true;
  const address = pattern.replaceAll(PART, (_text, name: string) => {
    const value = PUBLISHED_URL_PARTS.some((known) => known === name) ? video[name as keyof PublishedVideo] : null;
    if (value === null) whole = false;
    return encodeURIComponent(String(value ?? ""));
  });
  return whole ? address : null;
}

/**
 * Where people find a published video: by the project's pattern, or on its own page (`share`) without one and while the
 * video has no reference id that the pattern asks for.
 */
export const publishedUrl = (pattern: string | null, video: PublishedVideo, share: string): string =>
  (pattern === null ? null : fill(pattern, video)) ?? share;
