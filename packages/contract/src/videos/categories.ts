import { CATEGORIES_MAX, CATEGORY_NAME_MAX, CATEGORY_SLUG_MAX } from "@kinora/domain/videos/categories.ts";
import { CATEGORY_COLOURS } from "@kinora/domain/videos/category-colours.ts";
import { z } from "zod";
import { holds, member, operation } from "../access.ts";
import { id, line, message, moment, optionSearch, options } from "../shapes.ts";

export const category = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  colour: z.enum(CATEGORY_COLOURS),
  /** Off: videos that have it keep it, no other video gets it. */
  active: z.boolean(),
  /** Videos that have it. */
  videos: z.number(),
  created_at: moment,
});

export const categoryName = line("Category name", CATEGORY_NAME_MAX);
export const categorySlug = line("Slug", CATEGORY_SLUG_MAX).regex(
  /^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u,
  "Slug can have lower case letters, digits and single dashes.",
);
const answer = message.extend({ data: category });

export const listCategories = operation(holds("categories_view", "project", "categories_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/categories",
    tags: ["Categories"],
    summary: "The categories of a project in its own order.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(category) }));

export const listCategoryOptions = operation(member("project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/categories/options",
    tags: ["Categories"],
    summary: "Categories a video may be given, for a field that completes what is typed.",
  })
  .input(z.object({ project_id: id, search: optionSearch }))
  .output(options);

export const createCategory = operation(holds("categories_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/categories",
    tags: ["Categories"],
    successStatus: 201,
    summary: `Adds a category at the end of a project's list; a project can have ${CATEGORIES_MAX}.`,
  })
  .input(z.object({ project_id: id, name: categoryName }))
  .output(answer);

export const updateCategory = operation(holds("categories_manage", "category"))
  .route({ method: "PUT", path: "/categories/{id}", tags: ["Categories"], summary: "Renames a category." })
  .input(z.object({ id, name: categoryName, slug: categorySlug.optional() }))
  .output(answer);

export const colourCategory = operation(holds("categories_manage", "category"))
  .route({
    method: "PATCH",
    path: "/categories/{id}/colour",
    tags: ["Categories"],
    summary: "Gives a category another colour.",
  })
  .input(z.object({ id, colour: z.enum(CATEGORY_COLOURS) }))
  .output(answer);

export const setCategoryStatus = operation(holds("categories_manage", "category"))
  .route({
    method: "PATCH",
    path: "/categories/{id}/status",
    tags: ["Categories"],
    summary: "Switches a category on or off; videos that have it keep it.",
  })
  .input(z.object({ id, active: z.boolean() }))
  .output(answer);

export const moveCategory = operation(holds("categories_manage", "category"))
  .route({
    method: "PATCH",
    path: "/categories/{id}/position",
    tags: ["Categories"],
    summary: "Puts a category at another place.",
  })
  .input(z.object({ id, position: z.number().int().min(0).max(CATEGORIES_MAX) }))
  .output(message.extend({ data: z.array(category) }));

export const mergeCategory = operation(holds("categories_manage", "category"))
  .route({
    method: "POST",
    path: "/categories/{id}/merge",
    tags: ["Categories"],
    summary: "Gives a category's videos to another one and deletes it.",
  })
  .input(z.object({ id, into_id: id }))
  .output(message);

export const deleteCategories = operation(holds("categories_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/categories/delete",
    tags: ["Categories"],
    summary: "Deletes several categories, all or none; their videos get the replacement, or none.",
  })
  .input(
    z.object({
      project_id: id,
      ids: z.array(id).min(1, "Choose at least one category.").max(CATEGORIES_MAX),
      replacement_id: id.optional(),
    }),
  )
  .output(message);

export const deleteCategory = operation(holds("categories_manage", "category"))
  .route({
    method: "DELETE",
    path: "/categories/{id}",
    tags: ["Categories"],
    summary: "Deletes a category; its videos get the replacement, or none.",
  })
  .input(z.object({ id, replacement_id: id.optional() }))
  .output(message);
