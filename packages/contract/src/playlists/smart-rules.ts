import {
  NEW_SMART_RULES,
  SMART_DAYS_MAX,
  SMART_LABELS_MAX,
  SMART_LIMIT_MAX,
  SMART_SECONDS_MAX,
  SMART_SORTS,
  SMART_TEXT_MAX,
} from "@kinora/domain/playlists/smart-rules.ts";
import { z } from "zod";

const labels = z
  .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
  .max(SMART_LABELS_MAX, `Choose up to ${SMART_LABELS_MAX}.`)
  .default([]);
const seconds = z
  .number()
  .min(0, "A duration can not be negative.")
  .max(SMART_SECONDS_MAX, "A duration can have up to 24 hours.")
  .nullable()
  .default(null);

/** The rules without the one that looks at two of them. */
export const smartRuleFields = z.object({
  categories: labels,
  tags_any: labels,
  tags_all: labels,
  tags_none: labels,
  title_contains: z
    .string()
    .trim()
    .max(SMART_TEXT_MAX, `The text can have up to ${SMART_TEXT_MAX} characters.`)
    .default(""),
  published_days: z
    .number()
    .int("Write whole days.")
    .min(1, "Write at least one day.")
    .max(SMART_DAYS_MAX, `Write up to ${SMART_DAYS_MAX} days.`)
    .nullable()
    .default(null),
  duration_min: seconds,
  duration_max: seconds,
  sort: z.enum(SMART_SORTS).default(NEW_SMART_RULES.sort),
  limit: z
    .number()
    .int("Write a whole number.")
    .min(1, "Write at least 1.")
    .max(SMART_LIMIT_MAX, `A smart playlist can have up to ${SMART_LIMIT_MAX} videos.`)
    .default(NEW_SMART_RULES.limit),
});

/** Reports bounds of the duration that no video can meet. */
export const durationsInOrder = {
  holds: ({ duration_min: min, duration_max: max }: { duration_min: number | null; duration_max: number | null }) =>
    min === null || max === null || min <= max,
  refusal: { error: "The longest duration is shorter than the shortest one.", path: ["duration_max"] },
};

/** What the videos of a smart playlist have in common; every rule that says something must hold. */
export const smartRules = smartRuleFields.refine(durationsInOrder.holds, durationsInOrder.refusal);
