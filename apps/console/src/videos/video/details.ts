import type { VideoDetail } from "../../platform/videos.ts";
import type { AutocompleteOption } from "../../shell/fields/use-autocomplete.ts";
import type { Pair } from "./MetadataFields.tsx";

/** What the details form holds, as it is typed. */
export interface Details {
  title: string;
  description: string;
  category: AutocompleteOption | null;
  tags: string[];
  language: string | null;
  reference_id: string;
  metadata: Pair[];
}

/** The names the server uses where they differ from the form's. */
export const SERVER_NAMES = { category_id: "category" } as const;

/** A video's details as the form shows them. */
export const detailsOf = (video: VideoDetail): Details => ({
  title: video.title,
  description: video.description,
  category: video.category && { id: video.category.id, name: video.category.name },
  tags: video.tags.map(({ name }) => name),
  language: video.language,
  reference_id: video.reference_id ?? "",
  metadata: video.metadata,
});

/** What the form saves: tags by name, keys without any text left out. */
export const detailsInput = (videoId: number, details: Details) => ({
  id: videoId,
  title: details.title,
  description: details.description,
  category_id: details.category?.id ?? null,
  tags: details.tags,
  language: details.language,
  reference_id: details.reference_id.trim() || null,
  metadata: details.metadata.filter(({ key, value }) => key.trim() !== "" || value.trim() !== ""),
});
