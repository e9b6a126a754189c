/** How far the videos that are embedded with a player are counted, and its livestreams and playlists: a project may have millions. */
export const PLAYER_USES_COUNTED = 1_000;
