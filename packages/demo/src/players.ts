import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import type { SeededProject } from "./people.ts";

const PLAYERS: readonly { title: string; settings: Partial<PlayerSettings> }[] = [
  {
    title: "Shop window",
    settings: {
      autostart: "visible",
      mute_start: true,
      loop: true,
      title_overlay: false,
      playback_rate: false,
      poster_fit: "cover",
      radius: 12,
    },
  },
  {
    title: "Courses",
    settings: {
      resume: true,
      playback_rates: [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5],
      primary_colour: "#0f8a5f",
      control_bar: "solid",
      description_overlay: true,
      share: true,
      transcript: true,
    },
  },
];

/** Adds a few published players to a project. Those that are there already stay. */
export async function addPlayers({ projectId, visitor: { api } }: SeededProject): Promise<void> {
  const { data: known } = await api.players.listPlayers({ project_id: projectId });
  for (const { title, settings } of PLAYERS) {
    if (known.some((player) => player.title === title)) continue;
    const { data } = await api.players.createPlayer({ project_id: projectId, title });
    await api.players.savePlayer({ id: data.id, title, settings });
    await api.players.publishPlayer({ id: data.id });
  }
}
