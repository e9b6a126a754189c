import { TAGS_IN_FILE } from "@kinora/domain/as-code/limits.ts";
import { PROFILE_NAME_MAX } from "@kinora/domain/restrictions/policy.ts";
import { CATEGORIES_MAX } from "@kinora/domain/videos/categories.ts";
import { CATEGORY_COLOURS } from "@kinora/domain/videos/category-colours.ts";
import { z } from "zod";
import { line } from "../shapes.ts";
import { categoryName, categorySlug } from "../videos/categories.ts";
import { tagName } from "../videos/tags.ts";
import { namedOnce } from "./left-out.ts";

/** The restriction profile of a category or playlist by its name; null for none, and left out it stays. */
export const restrictionOf = line("Restriction", PROFILE_NAME_MAX).nullable().optional();

const category = z.strictObject({
  name: categoryName,
  /** Left out, it stays; that of a new category comes from its name. */
  slug: categorySlug.optional(),
  /** Left out, it stays; a new category gets the next one. */
  colour: z.enum(CATEGORY_COLOURS).optional(),
  active: z.boolean().default(true),
  restriction: restrictionOf,
});

/** In their order. */
export const categoriesPart = z
  .array(category)
  .max(CATEGORIES_MAX, `A project can have up to ${CATEGORIES_MAX} categories.`)
  .superRefine(namedOnce(({ name }) => name, ["name"]));

export const tagsPart = z
  .array(tagName)
  .max(TAGS_IN_FILE, `A file can have up to ${TAGS_IN_FILE.toLocaleString("en-US")} tags.`)
  .superRefine(namedOnce((name) => name));
