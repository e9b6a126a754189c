import { fromLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import type { LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import { projectZone, session } from "../platform/session.ts";
import { createStore } from "../platform/store.ts";

/** Never, as soon as a video plays, or at a moment. */
export const PUBLICATIONS = ["no", "ready", "at"] as const;

/** What new files of this visit get: what is not said is as the project says. */
export interface Batch {
  category: { id: number; name: string } | null;
  tags: readonly { id: number; name: string }[];
  publication: (typeof PUBLICATIONS)[number] | null;
  /** The moment in the project's time zone, as a field of type datetime-local holds it. */
  publishAt: string;
  /** The rungs they are made with; null: the project's. */
  preset: LadderPreset | null;
}

export const batch = createStore<Batch>({ category: null, tags: [], publication: null, publishAt: "", preset: null });

/** What a batch says about showing its videos, as the API takes it. */
export function batchPublication({ publication, publishAt }: Batch): { publish?: boolean; publish_at?: string } {
  if (publication === null) return {};
  const moment = publication === "at" ? fromLocalTime(publishAt, projectZone(session.get())) : null;
  return { publish: publication === "ready", ...(moment === null ? {} : { publish_at: moment.toISOString() }) };
}

/** A batch as an import takes it. */
export function batchSettings(chosen: Batch) {
  const { category, tags, preset } = chosen;
  return {
    ...(category === null ? {} : { category_id: category.id }),
    ...(tags.length === 0 ? {} : { tag_ids: tags.map(({ id }) => id) }),
    ...batchPublication(chosen),
    ...(preset === null ? {} : { ladder_preset: preset }),
  };
}

/** A batch as an upload's metadata says it. */
export function batchMetadata(chosen: Batch): Record<string, string> {
  const { category, tags, preset } = chosen;
  const { publish, publish_at: publishAt } = batchPublication(chosen);
  return {
    ...(category === null ? {} : { category_id: String(category.id) }),
    ...(tags.length === 0 ? {} : { tag_ids: tags.map(({ id }) => id).join(",") }),
    ...(publish === undefined ? {} : { published: String(publish) }),
    ...(publishAt === undefined ? {} : { publish_at: publishAt }),
    ...(preset === null ? {} : { ladder_preset: preset }),
  };
}
