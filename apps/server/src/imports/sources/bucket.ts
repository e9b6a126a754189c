import { readBucketAddress } from "@kinora/domain/imports/bucket-address.ts";
import type { Services } from "../../context.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { listBucket } from "../../uploads/import/bucket-file.ts";
import { readSourceFile } from "../../uploads/import/source-file.ts";
import { FILES_MAX, readFilms } from "./films.ts";
import type { FoundItems } from "./found-items.ts";
import { fileAt, type ImportSource } from "./item-file.ts";

/** Reads the films of a folder of a bucket. @throws FetchProblem, GiveUp when it cannot be read. */
export async function readBucket(services: Services, job: ImportSource, signal: AbortSignal): Promise<FoundItems> {
  const address = readBucketAddress(job.source);
  if (!address) throw new GiveUp("invalid", "This is no address of a bucket.");
  const { endpoint, bucket, prefix } = address;
  const paths: string[] = [];
  for await (const key of listBucket(services, job.id, signal)) {
    paths.push(key.slice(prefix.length));
    if (paths.length > FILES_MAX)
      throw new GiveUp("invalid", `The bucket has more than ${FILES_MAX} files here. Name a folder in it.`);
  }
  const entries = await readFilms({
    paths,
    keyOf: (path) => `s3:${new URL(endpoint).host}/${bucket}/${prefix}${path}`,
    read: (path, maximumBytes) => readSourceFile(services, fileAt(job, path), maximumBytes, signal),
  });
  return { name: [bucket, ...prefix.split("/")].filter((part) => part !== "").join("/"), entries };
}
