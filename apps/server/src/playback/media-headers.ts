/** Names and values in one flat array, which Node writes fastest. */
export type FlatHeaders = readonly string[];

/** Any origin may read media, and no browser may treat it as a document. */
export const MEDIA_HEADERS: FlatHeaders = [
  "access-control-allow-origin",
  "*",
  "access-control-expose-headers",
  "Content-Length, Content-Range, ETag",
  "cross-origin-resource-policy",
  "cross-origin",
  "timing-allow-origin",
  "*",
  "x-content-type-options",
  "nosniff",
];

const KEPT_SECONDS = 8;

/**
 * How long browsers and caches may keep stored media before they revalidate (with If-None-Match: usually a 304 without a
 * body). The edge's own answer is at most 2 s old, so that a video stops playing 10 s after it was unpublished.
 */
export const KEPT = {
  public: `public, max-age=${KEPT_SECONDS}`,
  /** For requests with a pass: shared caches must not store the response. */
  private: `private, max-age=${KEPT_SECONDS}`,
} as const;

const remembered = new Map<string, FlatHeaders>();

/** The headers of a file of this type and age. Few pairs exist, so each list is made once. */
export function fileHeaders(contentType: string, cacheControl: string): FlatHeaders {
  const pair = `${contentType}\n${cacheControl}`;
  const known = remembered.get(pair);
  if (known) return known;
  const headers = [...MEDIA_HEADERS, "content-type", contentType, "cache-control", cacheControl];
  remembered.set(pair, headers);
  return headers;
}
