import type { Storage } from "./storage.ts";

/** How to reach a bucket; the `S3_*` settings. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Storage in an S3 bucket (any service that speaks S3, path-style addresses). */
export function openS3Storage(settings: S3Settings): Promise<Storage> {
  throw new Error(`Being written: ${settings.bucket}`);
}
