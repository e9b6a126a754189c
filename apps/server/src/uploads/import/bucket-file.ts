import { readBucketAddress } from "@kinora/domain/imports/bucket-address.ts";
import { KEPT_DAYS, type BucketKeys } from "@kinora/domain/imports/imports.ts";
import type { BucketFile } from "@kinora/domain/uploads/uploads.ts";
import type { Bucket } from "@kinora/storage/bucket.ts";
import type { Services } from "../../context.ts";
import { ClosedAddress, publicLookup } from "../../platform/http/public-address.ts";
import { seal, unseal } from "../../platform/secrets/sealed.ts";
import { FetchProblem, type FetchedUrl } from "./fetch-url.ts";

const PURPOSE = "bucket keys";

/** Seals the keys to a bucket for storage: reading them takes the installation's key. */
export const sealBucketKeys = ({ secrets }: Pick<Services, "secrets">, keys: BucketKeys): Buffer =>
  seal(secrets.encryptionKey, PURPOSE, JSON.stringify(keys));

/**
 * The keys of the bucket of an import that begin as its address says, in the order of S3.
 * @throws FetchProblem when the bucket cannot be read, or its keys are deleted.
 */
export async function* listBucket(services: Services, importId: number, signal: AbortSignal): AsyncGenerator<string> {
  const { bucket, prefix } = await openImportBucket(services, importId);
  try {
    yield* bucket.list(prefix, signal);
  } catch (error) {
    throw problemOf(error);
  }
}

/** Opens an object of the bucket of an import. @throws FetchProblem. */
export async function openBucketFile(
  services: Services,
  { import_id: importId, key }: BucketFile,
  signal: AbortSignal,
): Promise<FetchedUrl> {
  const { bucket } = await openImportBucket(services, importId);
  try {
    const { body, sizeBytes } = await bucket.open(key, signal);
    return { body, sizeBytes, address: key, type: "", disposition: undefined };
  } catch (error) {
    throw problemOf(error);
  }
}

/** Names that resolve to this machine or its network are refused when a connection is made, as for addresses. */
async function openImportBucket(
  { db, secrets, config }: Services,
  importId: number,
): Promise<{ bucket: Bucket; prefix: string }> {
  const row = await db
    .selectFrom("import_jobs")
    .select(["source", "bucket_keys_sealed"])
    .where("id", "=", importId)
    .executeTakeFirst();
  if (!row?.bucket_keys_sealed)
    throw new FetchProblem(
      "url_unreachable",
      `The keys to the bucket are deleted ${KEPT_DAYS} days after an import. Import the bucket again.`,
    );
  const address = readBucketAddress(row.source);
  if (!address) throw new Error("The address of a bucket cannot be read.");
  const keys = JSON.parse(unseal(secrets.encryptionKey, PURPOSE, row.bucket_keys_sealed)) as BucketKeys;
  const settings = {
    ...{ endpoint: address.endpoint, bucket: address.bucket, region: keys.region },
    ...{ accessKeyId: keys.access_key_id, secretAccessKey: keys.secret_access_key },
  };
  // The SDK takes memory that other imports do not need.
  const { openBucket } = await import("@kinora/storage/bucket.ts");
  try {
    const lookup = publicLookup(new URL(address.endpoint).hostname, config.allowPrivateUrls);
    return { bucket: openBucket(settings, lookup), prefix: address.prefix };
  } catch (error) {
    throw problemOf(error);
  }
}

/** Codes of S3 that people can do something about. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: "There is no bucket of this name.",
  NoSuchKey: "The bucket does not have this file any more.",
  InvalidAccessKeyId: "The service does not know this access key.",
  SignatureDoesNotMatch: "The secret access key does not belong to the access key.",
  AccessDenied: "The keys may not read this bucket.",
  PermanentRedirect: "The bucket is in another region, or has another address.",
  AuthorizationHeaderMalformed: "The bucket is in another region.",
};

function problemOf(error: unknown): unknown {
  if (error instanceof FetchProblem || !(error instanceof Error) || error.name === "AbortError") return error;
  if (error instanceof ClosedAddress)
    return new FetchProblem("url_unreachable", "This address is not on the public web.");
  const reason = REASONS[error.name];
  if (reason !== undefined) return new FetchProblem("url_unreachable", reason);
  const status = statusOf(error);
  if (status === undefined)
    return new FetchProblem("url_unreachable", "The bucket's service could not be reached.", true);
  const passing = status >= 500 || status === 429;
  return new FetchProblem("url_unreachable", `The bucket's service answered with HTTP ${status}.`, passing);
}

/** The status of an answer; undefined for errors of the network. */
function statusOf(error: Error): number | undefined {
  if (!("$metadata" in error)) return undefined;
  return (error.$metadata as { httpStatusCode?: number }).httpStatusCode;
}
