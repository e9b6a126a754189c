import { embedCodes, type EmbedCodes } from "../playback/embed.ts";
import { shapeOf, type PlayerFrame } from "../players/frame.ts";
import type { PlaylistLayout } from "./playlists.ts";

/** Pixels of the longer side of a player whose frame has a shape only. */
const LONGER_SIDE = 640;

/** What a playlist's list adds to its player, in pixels: 320 beside it, 240 below, and 360 as a grid of pictures. */
const LIST_SIZES: Record<PlaylistLayout, { width: number; height: number }> = {
  side: { width: 320, height: 0 },
  bottom: { width: 0, height: 240 },
  grid: { width: 0, height: 360 },
  hidden: { width: 0, height: 0 },
};

/** Pixels of a playlist's frame: of its player, and of its list. A player in the shape of its video has room for 16:9. */
export function playlistSize(layout: PlaylistLayout, frame: PlayerFrame): { width: number; height: number } {
  const list = LIST_SIZES[layout];
  const player = playerSize(frame);
  return { width: player.width + list.width, height: player.height + list.height };
}

function playerSize({ aspect, fixed_size: fixed, frame_width, frame_height }: PlayerFrame) {
  if (fixed) return { width: frame_width, height: frame_height };
  const { width, height } = shapeOf(aspect, null);
  const scale = LONGER_SIDE / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

interface PlaylistCodes {
  /** Public id of another player than the default one. */
  player?: string | null;
  /** That of the player. */
  frame: PlayerFrame;
}

/** The three copy options of a playlist, which has room for its list. `edgeUrl` has no trailing slash. */
export const playlistEmbedCodes = (
  edgeUrl: string,
  { hash, name, layout }: { hash: string; name: string; layout: PlaylistLayout },
  { player = null, frame }: PlaylistCodes,
): EmbedCodes => embedCodes(edgeUrl, hash, name, { size: playlistSize(layout, frame), player });
