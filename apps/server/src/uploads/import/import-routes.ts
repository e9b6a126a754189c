import { operations, projectGrant } from "../../platform/http/operations.ts";
import { findDuplicates } from "../duplicates.ts";
import { exportLog } from "../log/log-export.ts";
import { readUploadRecord } from "../log/log-record.ts";
import { listUploadLog } from "../log/log.ts";
import { addSampleVideo } from "../source/sample-video.ts";
import { previewImports } from "./import-csv.ts";
import { makeLabels } from "./import-labels.ts";
import { createImports, retryImport } from "./imports.ts";

const namedLabels = (item: { new_category?: string | null | undefined; new_tags?: readonly string[] | undefined }) => ({
  category: item.new_category ?? "",
  tags: item.new_tags ?? [],
});

export const importRoutes = {
  createImports: operations.imports.createImports.handler(async ({ context, input }) => {
    const labels = await makeLabels(context, projectGrant(context), input.items.map(namedLabels));
    const items = input.items.map((item) => ({
      url: item.url,
      title: item.title,
      description: item.description,
      categoryId: labels.categories.get(namedLabels(item).category.toLowerCase())?.id ?? item.category_id,
      tagIds: item.new_tags
        ? [...(item.tag_ids ?? []), ...item.new_tags.flatMap((name) => labels.tags.get(name.toLowerCase())?.id ?? [])]
        : item.tag_ids,
      publish: item.publish,
      publishAt: item.publish_at ? new Date(item.publish_at) : null,
      ladderPreset: item.ladder_preset,
    }));
    const data = await createImports(context, projectGrant(context), items, input.source, input.header);
    const begun = data.filter(({ video_id: videoId }) => videoId !== null).length;
    const message =
      begun === 1 ? "1 import has started." : begun === 0 ? "No import has started." : `${begun} imports have started.`;
    return { message, data };
  }),
  previewImports: operations.imports.previewImports.handler(({ context, input }) =>
    previewImports(context, projectGrant(context), input.csv, { createsLabels: input.create_labels }),
  ),
  retryImport: operations.imports.retryImport.handler(async ({ context, input }) => {
    await retryImport(context, projectGrant(context), input.id);
    return { message: "The import has started again." };
  }),
  findDuplicates: operations.imports.findDuplicates.handler(async ({ context, input }) => ({
    data: await findDuplicates(context, projectGrant(context), input.files),
  })),
  listUploadLog: operations.imports.listUploadLog.handler(({ context, input }) =>
    listUploadLog(context, projectGrant(context), input),
  ),
  addSampleVideo: operations.imports.addSampleVideo.handler(async ({ context }) => ({
    message: "A sample video is being made.",
    data: { id: await addSampleVideo(context, projectGrant(context)) },
  })),
  getUploadRecord: operations.imports.getUploadRecord.handler(async ({ context, input }) => ({
    data: await readUploadRecord(context, projectGrant(context), input.id),
  })),
  exportUploadLog: operations.imports.exportUploadLog.handler(({ context, input }) => {
    const { project_id: _project, ...filter } = input;
    return exportLog(context, projectGrant(context), filter);
  }),
};
