import { lazyPart } from "../../platform/lazy-part.ts";

/** Comes with the first file whose encoding is not certain. */
export const EncodingLater = lazyPart(async () => (await import("./EncodingField.tsx")).EncodingField, {
  textFiles: async () => (await import("./texts.ts")).textFilesTexts,
});
