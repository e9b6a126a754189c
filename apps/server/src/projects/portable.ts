import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import { idsByName, namesById } from "../platform/named.ts";
import type { PortableSettings } from "../platform/portable.ts";
import { readProject } from "./service.ts";
import { updateProject } from "./settings.ts";

type Wanted = NonNullable<ProjectDocument["settings"]>;

/** A project's settings in a file. */
export const portableProject: PortableSettings<Required<Wanted>, Wanted> = {
  async read(context, { projectId }) {
    const project = await readProject(context, projectId);
    const { default_category_id: categoryId } = project;
    const names = await namesById(context.db, projectId, "categories", categoryId === null ? [] : [categoryId]);
    return {
      name: project.name,
      domain: project.domain,
      timezone: project.timezone,
      default_category: (categoryId === null ? null : names.get(categoryId)) ?? null,
      default_privacy: project.default_privacy,
      max_upload_bytes: project.max_upload_bytes,
      source_retention_days: project.source_retention_days,
      trash_days: project.trash_days,
      published_url_pattern: project.published_url_pattern,
      captions_mode: project.captions_mode,
      captions_language: project.captions_language,
      captions_published: project.captions_published,
    };
  },
  async save(context, grant, wanted) {
    const { name, domain } = await readProject(context, grant.projectId);
    const categories = wanted.default_category === null ? [] : [wanted.default_category];
    const [categoryId = null] = await idsByName(
      context.db,
      grant.projectId,
      "categories",
      categories,
      "default_category",
    );
    const { default_category: _category, ...settings } = wanted;
    await updateProject(context, grant, {
      ...settings,
      name: wanted.name ?? name,
      domain: wanted.domain ?? domain,
      default_category_id: categoryId,
    });
  },
};
