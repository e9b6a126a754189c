import type { videoFilterFields, videoSelection } from "@kinora/contract/videos/video-filter.ts";
import type { z } from "zod";
import { COMMON_WORD, RARE_WORD, SAID_WORD, type FullProject } from "./full-project.ts";

/** The filter fields of a list request. */
export type FilterInput = Omit<z.input<typeof videoSelection>, "type">;

/** Texts that are in many titles, in few, in descriptions, in file names, and in what is said. */
const SEARCHES: Record<string, FilterInput> = {
  "a word of one title": { search: RARE_WORD },
  "a word of one title in a thousand": { search: "course 123 " },
  "a word of one title in ninety": { search: "teacher 77" },
  "a word of every title": { search: COMMON_WORD },
  "a word of descriptions": { search: "chapter 5 with" },
  "a part of a file name": { search: "recording-77" },
  "words that are said": { search: `about the ${SAID_WORD}` },
  "a word that is said often": { search: "what is said" },
  "two letters": { search: "zz" },
};

/**
 * For each field of the contract's filter, values for a full project: some match many videos, some match
 * few. A new field is a compile error until it is listed, so tests and benchmarks cover every filter.
 */
export function filterSamples(
  project: FullProject,
): Record<keyof typeof videoFilterFields, Record<string, FilterInput>> {
  const { categories, tags, people, days } = project;
  const [category = 0, other = 0] = categories;
  const [tag = 0, second = 0] = tags;
  const [person = 0, colleague = 0] = people;
  const rare = { category: categories.at(-1) ?? 0, tag: tags.at(-1) ?? 0, person: people.at(-1) ?? 0 };
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
  return {
    search: SEARCHES,
    published: { published: { published: "true" }, unpublished: { published: "false" } },
    status: { "a status": { status: ["complete"] }, "two statuses": { status: ["failed", "complete"] } },
    category: {
      "a category": { category: [category] },
      "a rare category": { category: [rare.category] },
      "two categories or none": { category: [category, other, "none"] },
    },
    tags: {
      "a tag": { tags: [tag] },
      "a rare tag": { tags: [rare.tag] },
      "one of two tags": { tags: [tag, second] },
    },
    tags_mode: { "both of two tags": { tags: [tag, second], tags_mode: "all" } },
    untagged: { "without tags": { untagged: "true" }, "with tags": { untagged: "false" } },
    user: {
      "a person's": { user: [person] },
      "a rare person's": { user: [rare.person] },
      "two people's": { user: [person, colleague] },
    },
    from: {
      "added lately": { from: day(days / 20) },
      "added in a month long ago": { from: day(days * 0.8), to: day(days * 0.77) },
    },
    to: { "added long ago": { to: day(days * 0.8) } },
    duration_min: {
      "long ones": { duration_min: 3_000 },
      "of one length": { duration_min: 500, duration_max: 503 },
    },
    duration_max: { "short ones": { duration_max: 200 } },
    has: { "with a rendition": { has: ["1080p"] }, "with a rare rendition": { has: ["2160p"] } },
    missing: {
      "without a rendition": { missing: ["1080p"] },
      "with one, without another": { has: ["720p"], missing: ["1080p"] },
    },
    captions: { "with captions": { captions: "true" }, "without captions": { captions: "false" } },
    sound_only: { sounds: { sound_only: "true" }, "videos with a picture": { sound_only: "false" } },
    size_min: { "large ones": { size_min: 50_000_001 } },
    published_from: { "published lately": { published_from: day(days / 20) } },
    published_to: { "published long ago": { published_to: day(days * 0.8) } },
  };
}

/** Combined filters that match many, few, and no videos. */
export function combinedSamples({ categories, tags, people }: FullProject): Record<string, FilterInput> {
  return {
    "published of a category": { published: "true", category: categories.slice(0, 1) },
    "a person's with a tag": { user: people.slice(0, 1), tags: tags.slice(0, 1), has: ["1080p"] },
    "a word in a category": { search: "teacher 77", category: categories.slice(1, 2) },
    "a rare tag, published, long": { tags: tags.slice(-1), published: "true", duration_min: 1_000 },
  };
}
