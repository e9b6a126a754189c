import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { SmartRules } from "@kinora/domain/playlists/smart-rules.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { idsByName, namesById } from "../platform/named.ts";
import type { PortableList } from "../platform/portable.ts";
import {
  deletePlaylist,
  insertPlaylist,
  setPlaylistPublished,
  updatePlaylist,
  type PlaylistSettings,
} from "./service.ts";

type InFile = NonNullable<ProjectDocument["playlists"]>[number];
/** Which profile restricts a playlist is said by the room of restrictions. */
type Wanted = Omit<InFile, "restriction">;
type RulesInFile = NonNullable<Wanted["rules"]>;

/** Playlists in a file, by their names and types. Their videos are not in it: they stay, and a new one has none. */
export const portablePlaylists: PortableList<Wanted, Wanted> = {
  async read({ db }, { projectId }) {
    const rows = await db
      .selectFrom("playlists")
      .selectAll()
      .where("project_id", "=", projectId)
      .orderBy("id")
      .execute();
    const rules = rows.flatMap((row) => row.rules ?? []);
    const categories = await namesById(db, projectId, "categories", unique(rules.flatMap((each) => each.categories)));
    const tags = await namesById(db, projectId, "tags", unique(rules.flatMap(tagsOf)));
    return rows
      .toSorted((one, other) => (one.name === other.name ? one.id - other.id : one.name < other.name ? -1 : 1))
      .map(
        ({ id, name, type, description, published, autoplay_next, loop, shuffle, layout, feed, podcast, ...row }) => ({
          id,
          value: {
            ...{ name, type, description, published, autoplay_next, loop, shuffle, layout, feed, podcast },
            start_at: row.start_at === null ? undefined : row.start_at.toISOString(),
            rules: row.rules && inNames(row.rules, categories, tags),
          },
          whenRemoved: "Its pages and embeds end; its videos stay in the library.",
        }),
      );
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    for (const playlist of wanted) {
      const { type, published } = playlist;
      const settings = await settingsOf(context, grant, playlist);
      const create = context.db.transaction();
      ids.push(
        await create.execute((tx) =>
          insertPlaylist(context, tx, grant, { ...settings, type, video_ids: [] }, published),
        ),
      );
    }
    return { ids, shown: [] };
  },
  async change(context, grant, { id }, wanted) {
    await updatePlaylist(context, grant, id, await settingsOf(context, grant, wanted));
    await setPlaylistPublished(context, grant, id, wanted.published);
    return [];
  },
  async remove(context, grant, { id }) {
    await deletePlaylist(context, grant, id);
  },
};

const unique = (ids: readonly number[]) => [...new Set(ids)];
const tagsOf = ({ tags_any, tags_all, tags_none }: SmartRules) => [...tags_any, ...tags_all, ...tags_none];

/** Rules with names in place of ids; those of labels that are gone are left out. */
function inNames(
  rules: SmartRules,
  categories: ReadonlyMap<number, string>,
  tags: ReadonlyMap<number, string>,
): RulesInFile {
  const named = (ids: readonly number[], names: ReadonlyMap<number, string>) =>
    ids.flatMap((id) => names.get(id) ?? []).sort();
  return {
    ...rules,
    categories: named(rules.categories, categories),
    tags_any: named(rules.tags_any, tags),
    tags_all: named(rules.tags_all, tags),
    tags_none: named(rules.tags_none, tags),
  };
}

async function settingsOf(
  context: Context,
  grant: ProjectGrant,
  { type: _type, published: _published, rules, start_at, ...settings }: Wanted,
): Promise<PlaylistSettings> {
  if (rules === null) return { ...settings, start_at };
  const ids = (table: "categories" | "tags", rule: "categories" | "tags_any" | "tags_all" | "tags_none") =>
    idsByName(context.db, grant.projectId, table, rules[rule], `rules.${rule}`);
  return {
    ...settings,
    start_at,
    rules: {
      ...rules,
      categories: await ids("categories", "categories"),
      tags_any: await ids("tags", "tags_any"),
      tags_all: await ids("tags", "tags_all"),
      tags_none: await ids("tags", "tags_none"),
    },
  };
}
