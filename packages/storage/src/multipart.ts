import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { S3Client } from "@aws-sdk/client-s3";

/** The target of an upload. */
export interface UploadTarget {
  client: S3Client;
  bucket: string;
  key: string;
  contentType: string;
  signal: AbortSignal | undefined;
  /** How long S3 may take to answer once it has what is sent, in milliseconds. */
  answerMs: number;
}

/** What is sent may take as long as a slow line needs for it: 100 bytes a millisecond. */
const SLOWEST_BYTES_PER_MS = 100;
/** S3 puts the parts of a large file together before it answers. */
const COMPLETE_MS = 300_000;

/** Every part but the last must have at least 5 MiB; 10,000 parts are allowed, so parts grow with the file. */
const firstPartBytes = 8 * 1024 * 1024;

function partBytes(partNumber: number): number {
  return firstPartBytes * (1 + Math.floor(partNumber / 1000) * 2);
}

/**
 * Stores a stream of unknown length: in one request when it is small, else part by part
 * (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html). Holds one part in memory.
 */
export async function uploadInParts(body: Readable, target: UploadTarget): Promise<void> {
  const { client, bucket, key, contentType, signal, answerMs } = target;
  const place = { Bucket: bucket, Key: key };
  const sending = signal ? { abortSignal: signal } : {};
  const within = (bytes: number) => ({ ...sending, requestTimeout: answerMs + bytes / SLOWEST_BYTES_PER_MS });
  const parts = readParts(body, signal);
  const first = await parts.next();
  const firstBytes = first.done ? Buffer.alloc(0) : first.value;
  if (firstBytes.length < firstPartBytes) {
    const command = new PutObjectCommand({ ...place, Body: firstBytes, ContentType: contentType });
    await client.send(command, within(firstBytes.length));
    return;
  }
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...place, ContentType: contentType }),
    sending,
  );
  if (!UploadId) throw new Error("S3 created a multipart upload without an id.");
  try {
    const done: { PartNumber: number; ETag: string }[] = [];
    const send = async (bytes: Buffer): Promise<void> => {
      const PartNumber = done.length + 1;
      const { ETag } = await client.send(
        new UploadPartCommand({ ...place, UploadId, PartNumber, Body: bytes }),
        within(bytes.length),
      );
      done.push({ PartNumber, ETag: ETag ?? "" });
    };
    await send(firstBytes);
    for await (const bytes of parts) await send(bytes);
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: done } }), {
      ...sending,
      requestTimeout: COMPLETE_MS,
    });
  } catch (error) {
    // Parts of an unfinished upload cost money until it is aborted. Where S3 is away for that, too, a sweep aborts it later.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined);
    throw error;
  }
}

/** No upload takes this long: what is older has lost its writer. */
const FORGOTTEN_MS = 24 * 3_600_000;

/**
 * Aborts the uploads below a prefix that were begun more than a day ago and never finished; returns their number. A service that
 * cannot list them has its own rule for them, or keeps none.
 */
export async function abortForgotten(client: S3Client, bucket: string, prefix: string): Promise<number> {
  const place = { Bucket: bucket };
  let aborted = 0;
  let markers: { KeyMarker?: string; UploadIdMarker?: string } = {};
  for (;;) {
    const answer = await client
      .send(new ListMultipartUploadsCommand({ ...place, Prefix: prefix, ...markers }))
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === "NotImplemented") return null;
        throw error;
      });
    for (const { Key, UploadId, Initiated } of answer?.Uploads ?? []) {
      if (!Key || !UploadId || !Initiated || Date.now() - Initiated.getTime() < FORGOTTEN_MS) continue;
      await client.send(new AbortMultipartUploadCommand({ ...place, Key, UploadId })).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== "NoSuchUpload") throw error;
      });
      aborted += 1;
    }
    if (!answer?.IsTruncated || !answer.NextKeyMarker) return aborted;
    markers = {
      KeyMarker: answer.NextKeyMarker,
      ...(answer.NextUploadIdMarker ? { UploadIdMarker: answer.NextUploadIdMarker } : {}),
    };
  }
}

async function* readParts(body: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let partNumber = 1;
  for await (const chunk of body) {
    signal?.throwIfAborted();
    const bytes = Buffer.from(chunk as Uint8Array);
    held.push(bytes);
    heldBytes += bytes.length;
    while (heldBytes >= partBytes(partNumber)) {
      const whole = Buffer.concat(held, heldBytes);
      const size = partBytes(partNumber);
      yield whole.subarray(0, size);
      held = [whole.subarray(size)];
      heldBytes -= size;
      partNumber += 1;
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes);
}
