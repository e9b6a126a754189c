import type { EmbedOptions } from "@kinora/domain/playback/embed.ts";
import { frameInCodes, pictureSize, USUAL_FRAME, type PlayerFrame } from "@kinora/domain/players/frame.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery } from "../platform/queries.ts";

/** The players that an embed of a project can name. */
export const playerOptionsQuery = (projectId: number) =>
  dataQuery(
    ["players", projectId, "options"],
    api.players.listPlayerOptions,
    { project_id: projectId },
    { staleTime: 60_000 },
  );

/** The frame of a player that is chosen by its public id, of the default one for null; undefined until it is read. */
export function usePlayerFrame(projectId: number | null, player: string | null): PlayerFrame | undefined {
  const { data } = useQuery({ ...playerOptionsQuery(projectId ?? 0), enabled: projectId !== null });
  return data?.find(({ hash, is_default: isDefault }) => (player === null ? isDefault : hash === player))?.frame;
}

/** What codes with a player say besides what it shows: the player, and its frame for a video of that size. */
export function useEmbedOptions(
  projectId: number,
  player: string | null,
  picture: { width: number | null; height: number | null } | null,
): EmbedOptions {
  const frame = usePlayerFrame(projectId, player);
  return { player, ...frameInCodes(frame ?? USUAL_FRAME, pictureSize(picture)) };
}
