import type { ImportEntry } from "@kinora/domain/imports/imports.ts";

/** What a source calls itself, and its items in their order. */
export interface FoundItems {
  name: string;
  entries: ImportEntry[];
}
