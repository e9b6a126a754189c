import { operations, projectGrant } from "../../platform/http/operations.ts";
import { createTags, deleteUnusedTags, listTags, removeTag, renameTag, tagOptions } from "./tags.ts";

const tagsDeleted = (count: number) =>
  count === 0 ? "Every tag is in use." : count === 1 ? "1 unused tag is deleted." : `${count} unused tags are deleted.`;

export const tagRoutes = {
  listTags: operations.tags.listTags.handler(({ context, input }) =>
    listTags(context, projectGrant(context).projectId, input),
  ),
  listTagOptions: operations.tags.listTagOptions.handler(async ({ context, input }) => ({
    data: await tagOptions(context, projectGrant(context).projectId, input.search || null),
  })),
  createTags: operations.tags.createTags.handler(async ({ context, input }) => ({
    ...(await createTags(context, projectGrant(context), input.names)),
    message: "Tag is saved successfully.",
  })),
  renameTag: operations.tags.renameTag.handler(async ({ context, input }) => ({
    tag: await renameTag(context, projectGrant(context), input.id, input.name),
    message: "Tag is saved successfully.",
  })),
  mergeTag: operations.tags.mergeTag.handler(async ({ context, input }) => {
    await removeTag(context, projectGrant(context), input.id, input.into_id);
    return { message: "Tags are merged." };
  }),
  deleteTag: operations.tags.deleteTag.handler(async ({ context, input }) => {
    await removeTag(context, projectGrant(context), input.id, null);
    return { message: "Tag is deleted." };
  }),
  deleteUnusedTags: operations.tags.deleteUnusedTags.handler(async ({ context }) => {
    const deleted = await deleteUnusedTags(context, projectGrant(context));
    return { deleted, message: tagsDeleted(deleted) };
  }),
};
