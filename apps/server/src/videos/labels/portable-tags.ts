import { TAGS_IN_FILE } from "@kinora/domain/as-code/limits.ts";
import { TAGS_AT_ONCE } from "@kinora/domain/videos/tags.ts";
import { sql } from "kysely";
import type { PortableList } from "../../platform/portable.ts";
import { createTags, removeTag, renameTag } from "./tags.ts";

/** Tags in a file, by their names; one with another case is renamed. A file has so many that one more is read than it may have. */
export const portableTags: PortableList<{ name: string }, { name: string }> = {
  async read({ db }, { projectId }) {
    const rows = await db
      .selectFrom("tags")
      .select(["id", "name", "videos"])
      .where("project_id", "=", projectId)
      .where("leaving_at", "is", null)
      .orderBy(sql`lower(name) collate "C"`)
      .orderBy("id")
      .limit(TAGS_IN_FILE + 1)
      .execute();
    return rows.map(({ id, name, videos }) => ({
      id,
      value: { name },
      whenRemoved:
        videos === 0 ? null : `${videos.toLocaleString("en-US")} ${videos === 1 ? "video loses" : "videos lose"} it.`,
    }));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    for (let from = 0; from < wanted.length; from += TAGS_AT_ONCE)
      for (const { id } of (await createTags(context, grant, names(wanted.slice(from, from + TAGS_AT_ONCE)))).data)
        ids.push(id);
    return { ids, shown: [] };
  },
  async change(context, grant, { id }, { name }) {
    await renameTag(context, grant, id, name);
    return [];
  },
  async remove(context, grant, { id }) {
    await removeTag(context, grant, id, null);
  },
};

const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name);
