import { operations, projectGrant } from "../../platform/http/operations.ts";
import {
  categoryOptions,
  colourCategory,
  createCategory,
  listCategories,
  moveCategory,
  removeCategories,
  removeCategory,
  setCategoryStatus,
  updateCategory,
} from "./categories.ts";

export const categoryRoutes = {
  listCategories: operations.categories.listCategories.handler(async ({ context }) => ({
    data: await listCategories(context, projectGrant(context).projectId),
  })),
  listCategoryOptions: operations.categories.listCategoryOptions.handler(async ({ context, input }) => ({
    data: await categoryOptions(context, projectGrant(context).projectId, input.search || null),
  })),
  createCategory: operations.categories.createCategory.handler(async ({ context, input }) => ({
    data: await createCategory(context, projectGrant(context), input.name),
    message: "Category is saved successfully.",
  })),
  updateCategory: operations.categories.updateCategory.handler(async ({ context, input }) => ({
    data: await updateCategory(context, projectGrant(context), input.id, { name: input.name, slug: input.slug }),
    message: "Category is edited.",
  })),
  colourCategory: operations.categories.colourCategory.handler(async ({ context, input }) => ({
    data: await colourCategory(context, projectGrant(context), input.id, input.colour),
    message: "Category is edited.",
  })),
  setCategoryStatus: operations.categories.setCategoryStatus.handler(async ({ context, input }) => ({
    data: await setCategoryStatus(context, projectGrant(context), input.id, input.active),
    message: `Category status is changed to ${input.active ? "on" : "off"}.`,
  })),
  moveCategory: operations.categories.moveCategory.handler(async ({ context, input }) => ({
    data: await moveCategory(context, projectGrant(context), input.id, input.position),
    message: "Category is edited.",
  })),
  mergeCategory: operations.categories.mergeCategory.handler(async ({ context, input }) => {
    await removeCategory(context, projectGrant(context), input.id, { id: input.into_id, field: "into_id" });
    return { message: "Categories are merged." };
  }),
  deleteCategories: operations.categories.deleteCategories.handler(async ({ context, input }) => {
    const ids = [...new Set(input.ids)];
    await removeCategories(context, projectGrant(context), ids, input.replacement_id ?? null);
    return { message: ids.length === 1 ? "Category is deleted." : `${ids.length} categories are deleted.` };
  }),
  deleteCategory: operations.categories.deleteCategory.handler(async ({ context, input }) => {
    const replacement = input.replacement_id;
    await removeCategory(
      context,
      projectGrant(context),
      input.id,
      replacement === undefined ? null : { id: replacement, field: "replacement_id" },
    );
    return { message: "Category is deleted." };
  }),
};
