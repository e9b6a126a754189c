import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import { allSettings, differingSettings, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { idsByName, namesById } from "../platform/named.ts";
import type { PortableList } from "../platform/portable.ts";
import { findPlayers, type PlayerRow } from "./queries.ts";
import { createPlayer, deletePlayer, publishPlayer, readPlayer, savePlayer, setDefaultPlayer } from "./service.ts";

type Wanted = NonNullable<ProjectDocument["players"]>[number];
type Player = Wanted & { default: boolean };

/**
 * Players in a file, by their titles: what viewers get of them. Their pictures are not in it: a player keeps its own, and
 * a new one has none.
 */
export const portablePlayers: PortableList<Player, Wanted> = {
  async read({ db }, { projectId }) {
    const rows = await findPlayers(db, projectId);
    const chosen = rows.map((row) => row.settings.ad_schedule_id ?? null).filter((id) => id !== null);
    const schedules = await namesById(db, projectId, "ad_schedules", [...new Set(chosen)]);
    return rows.toSorted(byTitle).map((row) => ({
      id: row.id,
      value: { title: row.title, default: row.is_default, settings: toFile(allSettings(row.settings), schedules) },
      whenRemoved: row.videos + row.streams + row.playlists === 0 ? null : "Its embeds get the default player.",
      whenChanged: hasDraft(row) ? "Its draft is replaced." : null,
    }));
  },
  async create(context, grant, wanted) {
    const ids: number[] = [];
    for (const player of wanted) {
      const { id } = await createPlayer(context, grant, player.title);
      await savePlayer(context, grant, id, {
        title: player.title,
        settings: await fromFile(context, grant, player, NO_PICTURES),
      });
      await publishPlayer(context, grant, id);
      if (player.default) await setDefaultPlayer(context, grant, id);
      ids.push(id);
    }
    return { ids, shown: [] };
  },
  async change(context, grant, { id }, wanted) {
    const { settings } = await readPlayer(context, grant.projectId, id);
    const { logo, watermark } = settings;
    const after = await fromFile(context, grant, wanted, { logo, watermark });
    if (differingSettings(settings, after).length > 0) {
      await savePlayer(context, grant, id, { title: wanted.title, settings: after });
      await publishPlayer(context, grant, id);
    }
    // The one before is the default no longer by that.
    if (wanted.default === true) await setDefaultPlayer(context, grant, id);
    return [];
  },
  async remove(context, grant, { id }) {
    await deletePlayer(context, grant, id);
  },
};

const NO_PICTURES = { logo: null, watermark: null };

type Pictures = Pick<PlayerSettings, "logo" | "watermark">;

const toFile = (
  { logo: _logo, watermark: _watermark, ad_schedule_id: id, ...settings }: PlayerSettings,
  schedules: ReadonlyMap<number, string>,
) => ({ ...settings, ad_schedule: id === null ? null : (schedules.get(id) ?? null) });

/** @throws Refusal `invalid` for an ad schedule that the project does not have. */
async function fromFile(
  { db }: Context,
  { projectId }: ProjectGrant,
  { settings: { ad_schedule: name, ...settings } }: Wanted,
  pictures: Pictures,
): Promise<PlayerSettings> {
  const names = name === null ? [] : [name];
  const [id = null] = await idsByName(db, projectId, "ad_schedules", names, "settings.ad_schedule");
  return { ...settings, ...pictures, ad_schedule_id: id };
}

const hasDraft = ({ draft, settings }: PlayerRow) =>
  differingSettings(allSettings(draft), allSettings(settings)).length > 0;

const byTitle = (one: PlayerRow, other: PlayerRow) =>
  one.title === other.title ? one.id - other.id : one.title < other.title ? -1 : 1;
