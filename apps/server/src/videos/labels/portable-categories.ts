import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import type { PortableList } from "../../platform/portable.ts";
import {
  colourCategory,
  createCategory,
  listCategories,
  moveCategory,
  removeCategory,
  setCategoryStatus,
  updateCategory,
} from "./categories.ts";

type InFile = NonNullable<ProjectDocument["categories"]>[number];
/** Which profile restricts a category is said by the room of restrictions. */
type Wanted = Omit<InFile, "restriction">;

/** Categories in a file, by their names. */
export const portableCategories: PortableList<Required<Wanted>, Wanted> = {
  async read(context, { projectId }) {
    const rows = await listCategories(context, projectId);
    return rows.map(({ id, name, slug, colour, active, videos }) => ({
      id,
      value: { name, slug, colour, active },
      whenRemoved:
        videos === 0
          ? null
          : `${videos.toLocaleString("en-US")} ${videos === 1 ? "video has" : "videos have"} none then.`,
    }));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    for (const each of wanted) {
      const { id } = await createCategory(context, grant, each.name);
      await set(context, grant, id, each);
      ids.push(id);
    }
    return { ids, shown: [] };
  },
  async change(context, grant, { id }, wanted) {
    await set(context, grant, id, wanted);
    return [];
  },
  async remove(context, grant, { id }) {
    await removeCategory(context, grant, id, null);
  },
  async arrange(context, grant, keys) {
    const ids = new Map(
      (await listCategories(context, grant.projectId)).map(({ id, name }) => [name.toLowerCase(), id]),
    );
    for (const [position, key] of keys.entries()) {
      const id = ids.get(key);
      if (id !== undefined) await moveCategory(context, grant, id, position);
    }
  },
};

async function set(
  context: Context,
  grant: ProjectGrant,
  id: number,
  { name, slug, colour, active }: Wanted,
): Promise<void> {
  await updateCategory(context, grant, id, { name, slug });
  if (colour !== undefined) await colourCategory(context, grant, id, colour);
  await setCategoryStatus(context, grant, id, active);
}
