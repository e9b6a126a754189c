import { isStorageAway, StorageFull } from "@kinora/storage/errors.ts";
import { Refusal } from "../refusal.ts";

/** What is wrong with the machine, by the code of the operating system's error (errno(3)). */
const TROUBLES: Record<string, "full" | "readOnly" | "descriptors"> = {
  ...{ ENOSPC: "full", EDQUOT: "full" },
  ...{ EROFS: "readOnly" },
  ...{ EMFILE: "descriptors", ENFILE: "descriptors" },
};

const ANSWERS = {
  full: () =>
    new Refusal("storage_full", "The server's disk is full, and nothing was changed. Try again once there is space.", {
      retryAfterSeconds: 60,
    }),
  readOnly: () =>
    new Refusal(
      "unavailable",
      "The server's disk is read-only at the moment, and nothing was changed. Try again later.",
      {
        retryAfterSeconds: 60,
      },
    ),
  away: () =>
    new Refusal("unavailable", "The storage of media is away for a moment. Please try again.", {
      retryAfterSeconds: 5,
    }),
  descriptors: () =>
    new Refusal("unavailable", "The server has too many files and connections open. Please try again.", {
      retryAfterSeconds: 5,
    }),
};

/**
 * The refusal where the operating system has no room for files, does not let them be written, or opens no more of them, and where S3
 * does not answer; null for any other error. Each ends without a restart.
 */
export function machineRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof StorageFull) return ANSWERS.full();
  if (isStorageAway(error)) return ANSWERS.away();
  const trouble = TROUBLES["code" in error && typeof error.code === "string" ? error.code : ""];
  return trouble === undefined ? machineRefusal(error.cause) : ANSWERS[trouble]();
}
