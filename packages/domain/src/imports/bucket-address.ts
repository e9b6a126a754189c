/** A folder of an S3-compatible bucket. */
export interface BucketAddress {
  /** Scheme, host and port. */
  endpoint: string;
  bucket: string;
  /** Begin of the keys of its files: empty, or with `/` at its end. */
  prefix: string;
}

/** What Amazon S3 takes as a name; others take capitals and underscores too. */
const BUCKET = /^[a-z\d][a-z\d._-]{1,62}$/i;

/** Reads an address with the bucket in its path, as `https://s3.example.com/bucket/folder`; null when it is none. */
export function readBucketAddress(text: string): BucketAddress | null {
  const url = /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url || url.username || url.password || url.search || url.hash) return null;
  const [bucket = "", ...folders] = url.pathname.split("/").filter((part) => part !== "");
  if (!BUCKET.test(bucket)) return null;
  try {
    return { endpoint: url.origin, bucket, prefix: folders.map((part) => `${decodeURIComponent(part)}/`).join("") };
  } catch {
    // A percent sign that begins no character.
    return null;
  }
}
