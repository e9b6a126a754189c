import { createReadStream, createWriteStream } from "node:fs";
import { stat, unlink } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { NotStored, RangeNotSatisfiable, StorageFull } from "./errors.ts";
import { checkKey, checkPrefix, contentTypeOf } from "./keys.ts";
import { abortForgotten, uploadInParts } from "./multipart.ts";
import type { ByteRange, PutOptions, Storage, StoredBody, StoredContent, StoredFile } from "./storage.ts";

/** How to reach a bucket; the `S3_*` settings. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** How long S3 may take, in milliseconds. Calls that fail in passing, these included, are tried three times. */
interface S3Limits {
  connectMs: number;
  /** Until an answer begins; longer for what is sent, and for what S3 copies itself. */
  answerMs: number;
  /** Without a byte while an answer is read. */
  silenceMs: number;
  /** All tries of `check` together. */
  checkMs: number;
}

const LIMITS: S3Limits = { connectMs: 5_000, answerMs: 15_000, silenceMs: 60_000, checkMs: 5_000 };
/** S3 copies up to 5 GB in one call. */
const COPY_MS = 300_000;

/** Storage in an S3 bucket (any S3-compatible service, path-style URLs). The bucket must exist. */
export async function openS3Storage(settings: S3Settings, limits: S3Limits = LIMITS): Promise<Storage> {
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: limits.silenceMs,
    },
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Not all S3-compatible services support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return new S3Storage(client, settings.bucket, limits);
}

class S3Storage implements Storage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #limits: S3Limits;

  constructor(client: S3Client, bucket: string, limits: S3Limits) {
    this.#client = client;
    this.#bucket = bucket;
    this.#limits = limits;
  }

  async put(key: string, body: StoredContent, options: PutOptions = {}): Promise<StoredFile> {
    checkKey(key);
    const target = {
      client: this.#client,
      bucket: this.#bucket,
      key,
      contentType: options.contentType ?? contentTypeOf(key),
      signal: options.signal,
      answerMs: this.#limits.answerMs,
    };
    const source = body instanceof Readable ? body : Readable.from(body instanceof Uint8Array ? [body] : body);
    await translated(key, () => uploadInParts(source, target));
    const stored = await this.stat(key);
    if (!stored) throw new NotStored(key);
    return stored;
  }

  async putFile(key: string, localPath: string, options: PutOptions = {}): Promise<StoredFile> {
    const { size } = await stat(localPath);
    const stored = await this.put(key, createReadStream(localPath, { highWaterMark: 1 << 20 }), options);
    if (stored.sizeBytes !== size) throw new Error(`${key} was stored with ${stored.sizeBytes} of ${size} bytes.`);
    await unlink(localPath);
    return stored;
  }

  async get(key: string, range?: ByteRange): Promise<StoredBody> {
    checkKey(key);
    // S3 ignores a range that ends before it starts and returns the whole file.
    if (range && (range.start < 0 || (range.end ?? range.start) < range.start))
      throw new RangeNotSatisfiable((await this.stat(key))?.sizeBytes ?? 0);
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ...(range ? { Range: `bytes=${range.start}-${range.end ?? ""}` } : {}),
    });
    try {
      const answer = await this.#client.send(command);
      if (!(answer.Body instanceof Readable)) throw new Error("S3 returned no body.");
      const lengthBytes = answer.ContentLength ?? 0;
      const total = /\/(\d+)$/.exec(answer.ContentRange ?? "")?.[1];
      return {
        ...fileOf(key, { ...answer, Size: total ? Number(total) : lengthBytes }),
        stream: answer.Body,
        lengthBytes,
      };
    } catch (error) {
      if (isMissing(error)) throw new NotStored(key, { cause: error });
      if (statusOf(error) === 416) throw new RangeNotSatisfiable((await this.stat(key))?.sizeBytes ?? 0);
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    checkKey(key);
    try {
      const answer = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
      return fileOf(key, { ...answer, Size: answer.ContentLength });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: checkKey(key) }));
  }

  async deletePrefix(prefix: string): Promise<number> {
    let count = 0;
    let batch: { Key: string }[] = [];
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      const { Errors } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects: batch, Quiet: true } }),
      );
      const [failed] = Errors ?? [];
      if (failed)
        throw new Error(
          `S3 could not delete ${failed.Key ?? "a file"}: ${failed.Message ?? failed.Code ?? "unknown reason"}.`,
        );
      count += batch.length;
      batch = [];
    };
    for await (const { key } of this.list(prefix)) {
      batch.push({ Key: key });
      // Maximum number of keys per request.
      if (batch.length === 1000) await flush();
    }
    await flush();
    return count;
  }

  async *list(prefix: string): AsyncIterable<StoredFile> {
    const folder = checkPrefix(prefix);
    let token: string | undefined;
    do {
      const answer = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: folder,
          ...(token ? { ContinuationToken: token } : {}),
        }),
      );
      for (const object of answer.Contents ?? []) if (object.Key) yield fileOf(object.Key, object);
      token = answer.IsTruncated ? answer.NextContinuationToken : undefined;
    } while (token);
  }

  async move(from: string, to: string): Promise<void> {
    await this.copy(from, to);
    await this.delete(from);
  }

  async copy(from: string, to: string): Promise<void> {
    checkKey(from);
    checkKey(to);
    const source = `${this.#bucket}/${from.split("/").map(encodeURIComponent).join("/")}`;
    await translated(from, () =>
      this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: to, CopySource: source }), {
        requestTimeout: COPY_MS,
      }),
    );
  }

  async movePrefix(from: string, to: string): Promise<void> {
    const source = checkPrefix(from);
    const target = checkPrefix(to);
    const keys: string[] = [];
    for await (const { key } of this.list(source)) keys.push(key);
    if (keys.length === 0) throw new NotStored(from);
    for (const key of keys) await this.move(key, `${target}${key.slice(source.length)}`);
  }

  localPath(): null {
    return null;
  }

  async download(key: string, localPath: string, signal?: AbortSignal): Promise<void> {
    const { stream } = await this.get(key);
    await translated(key, () => pipeline(stream, createWriteStream(localPath), signal ? { signal } : {}));
  }

  /** S3 has no partially written objects, but the parts of unfinished uploads. */
  async sweepDrafts(prefix: string): Promise<number> {
    return abortForgotten(this.#client, this.#bucket, checkPrefix(prefix));
  }

  async space(): Promise<null> {
    return null;
  }

  async check(): Promise<void> {
    const { checkMs } = this.#limits;
    const abortSignal = AbortSignal.timeout(checkMs);
    await this.#client
      .send(new HeadBucketCommand({ Bucket: this.#bucket }), { abortSignal })
      .catch((error: unknown) => {
        if (!abortSignal.aborted) throw error;
        throw new Error(`S3 has not answered within ${checkMs / 1_000} seconds.`, { cause: error });
      });
  }
}

function fileOf(
  key: string,
  said: {
    Size?: number | undefined;
    ETag?: string | undefined;
    LastModified?: Date | undefined;
    ContentType?: string | undefined;
  },
): StoredFile {
  return {
    key,
    sizeBytes: said.Size ?? 0,
    etag: said.ETag ?? `"${said.Size ?? 0}"`,
    modifiedAt: said.LastModified ?? new Date(0),
    contentType: said.ContentType ?? contentTypeOf(key),
  };
}

async function translated<T>(key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) throw new NotStored(key, { cause: error });
    // S3-compatible services report a full disk with 507 or these names.
    const name = error instanceof Error ? error.name : "";
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (statusOf(error) === 507 || /StorageFull|QuotaExceeded|EntityTooLargeForDisk/i.test(name) || code === "ENOSPC")
      throw new StorageFull({ cause: error });
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    (["NoSuchKey", "NotFound"].includes(error.name) || (statusOf(error) === 404 && error.name !== "NoSuchBucket"))
  );
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  const metadata = error.$metadata;
  return typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata
    ? Number(metadata.httpStatusCode)
    : undefined;
}
