/** The disk is full (ENOSPC, EDQUOT): writes wait until there is space; reads continue. */
export class StorageFull extends Error {
  override name = "StorageFull";
  constructor(options?: ErrorOptions) {
    super("The storage is full. Free some space and try again.", options);
  }
}

/** The requested file is not in storage. */
export class NotStored extends Error {
  override name = "NotStored";
  readonly key: string;
  constructor(key: string, options?: ErrorOptions) {
    super(`There's no file ${key} in storage.`, options);
    this.key = key;
  }
}

/** The requested range starts past the end of the file: 416 with this size (RFC 9110 §15.5.17). */
export class RangeNotSatisfiable extends Error {
  override name = "RangeNotSatisfiable";
  readonly sizeBytes: number;
  constructor(sizeBytes: number) {
    super(`The requested range is outside a file of ${sizeBytes} bytes.`);
    this.sizeBytes = sizeBytes;
  }
}

/** A key that is not a plain relative path and might escape from storage. */
export class InvalidKey extends Error {
  override name = "InvalidKey";
  constructor(key: string) {
    super(`${JSON.stringify(key)} is not a storage key.`);
  }
}

/**
 * Whether S3 did not answer, or answered that it cannot work now: a network error, a time limit, 429 or 5xx. The SDK marks its
 * errors with metadata, those of the network included.
 */
export function isStorageAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StorageFull) return false;
  if (!("$metadata" in error)) return isStorageAway(error.cause);
  const metadata = error.$metadata;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return true;
  const status = metadata.httpStatusCode;
  return typeof status !== "number" || status === 429 || status >= 500;
}
