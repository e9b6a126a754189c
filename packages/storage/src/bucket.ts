import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "./s3.ts";

const CONNECT_MS = 5_000;
const ANSWER_MS = 20_000;
const SILENCE_MS = 60_000;

/** Objects of a bucket that is not the installation's own storage; any key is taken as it is. */
export interface Bucket {
  /** Keys with this prefix, in the order of S3. @throws the SDK's errors, whose `name` is the code of S3. */
  list(prefix: string, signal: AbortSignal): AsyncIterable<string>;
  /** Opens an object. Destroy its body. @throws the SDK's errors. */
  open(key: string, signal: AbortSignal): Promise<{ body: Readable; sizeBytes: number | null }>;
}

/**
 * Reads a bucket of any S3-compatible service, with path-style URLs.
 * @param lookup resolves the service's host, and every other one that requests could be led to.
 */
export function openBucket(settings: S3Settings, lookup: LookupFunction): Bucket {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestHandler: {
      httpAgent: new HttpAgent({ lookup }),
      httpsAgent: new HttpsAgent({ lookup }),
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: SILENCE_MS,
    },
    // Not all S3-compatible services support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return {
    async *list(prefix, abortSignal) {
      let token: string | undefined;
      do {
        const page = { Bucket: bucket, Prefix: prefix, ...(token === undefined ? {} : { ContinuationToken: token }) };
        const answer = await client.send(new ListObjectsV2Command(page), { abortSignal });
        for (const { Key: key } of answer.Contents ?? []) if (key !== undefined) yield key;
        token = answer.IsTruncated ? answer.NextContinuationToken : undefined;
      } while (token !== undefined);
    },
    async open(key, abortSignal) {
      const answer = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal });
      if (!(answer.Body instanceof Readable)) throw new Error("S3 returned no body.");
      return { body: answer.Body, sizeBytes: answer.ContentLength ?? null };
    },
  };
}
