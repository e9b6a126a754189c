import { PLAYER_PICTURE_BYTES, PLAYER_TITLE_MAX, PLAYERS_MAX } from "@kinora/domain/players/settings.ts";
import { z } from "zod";
import { holds, member, operation } from "../access.ts";
import { id, line, message, moment, named, readVersion, version } from "../shapes.ts";
import { playerSettings, playerSettingsInput } from "./settings.ts";

/** A player as lists show it. */
export const player = z.object({
  id: z.number(),
  hash: z.string(),
  title: z.string(),
  /** Embeds that name no player of the project get this one. */
  is_default: z.boolean(),
  /** What viewers get. */
  settings: playerSettings,
  /** Number of the published version. */
  version: z.number(),
  /** The draft differs from the published version. */
  has_draft: z.boolean(),
  /** Videos, livestreams and playlists that a page embedded with this player. */
  videos: z.number(),
  streams: z.number(),
  playlists: z.number(),
  /** Hosts of pages that embedded it. */
  domains: z.number(),
  updated_at: moment,
  created_at: moment,
});

/** The frame of embed codes with the player. */
const playerFrame = playerSettings.pick({ aspect: true, fixed_size: true, frame_width: true, frame_height: true });

const playerVersion = z.object({
  number: z.number(),
  settings: playerSettings,
  created_at: moment,
  /** Who published it; null when that person is gone. */
  by: z.string().nullable(),
});

/** A picture people uploaded for the logo or the watermark of a player. */
const playerPicture = z.object({
  number: z.number(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
  url: z.string(),
});

export const playerDetail = player.extend({
  project_id: z.number(),
  draft: playerSettings,
  draft_version: version,
  /** The last 50, newest first. */
  versions: z.array(playerVersion),
  pictures: z.array(playerPicture),
  /** Ad schedules of the project that it can choose, by name. */
  ad_schedules: z.array(named),
  /** The hosts seen last, at most 20. */
  domain_names: z.array(z.string()),
});

export const playerTitle = line("Player title", PLAYER_TITLE_MAX);
const answer = message.extend({ data: playerDetail });
const tags = ["Players"];

export const listPlayers = operation(holds("player_view", "project", "player_manage"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/players",
    tags,
    summary: "The players of a project: the default one first, then by title.",
  })
  .input(z.object({ project_id: id }))
  .output(z.object({ data: z.array(player) }));

export const listPlayerOptions = operation(member("project"))
  .route({
    method: "GET",
    path: "/projects/{project_id}/players/options",
    tags,
    summary: "The players an embed can name, the default one first.",
  })
  .input(z.object({ project_id: id }))
  .output(
    z.object({
      data: z.array(
        z.object({ id: z.number(), hash: z.string(), title: z.string(), is_default: z.boolean(), frame: playerFrame }),
      ),
    }),
  );

export const createPlayer = operation(holds("player_manage", "project"))
  .route({
    method: "POST",
    path: "/projects/{project_id}/players",
    tags,
    successStatus: 201,
    summary: `Adds a player with the usual settings; a project can have ${PLAYERS_MAX}.`,
  })
  .input(z.object({ project_id: id, title: playerTitle }))
  .output(answer);

export const getPlayer = operation(holds("player_view", "player", "player_manage"))
  .route({
    method: "GET",
    path: "/players/{id}",
    tags,
    summary: "A player with its draft, its published settings and its versions.",
  })
  .input(z.object({ id }))
  .output(z.object({ data: playerDetail }));

export const savePlayer = operation(holds("player_manage", "player"))
  .route({
    method: "PUT",
    path: "/players/{id}",
    tags,
    summary: "Saves the title and the draft of a player; viewers keep the published version.",
  })
  .input(z.object({ id, draft_version: readVersion, title: playerTitle, settings: playerSettingsInput }))
  .output(answer);

export const publishPlayer = operation(holds("player_manage", "player"))
  .route({
    method: "POST",
    path: "/players/{id}/publish",
    tags,
    summary: "Makes the draft the next version; embeds show it within seconds.",
  })
  .input(z.object({ id, draft_version: readVersion }))
  .output(answer);

export const revertPlayer = operation(holds("player_manage", "player"))
  .route({
    method: "POST",
    path: "/players/{id}/revert",
    tags,
    summary: "Replaces the draft with a version; publish it to show it to viewers.",
  })
  .input(z.object({ id, version: z.number().int().positive().max(1_000_000_000) }))
  .output(answer);

export const duplicatePlayer = operation(holds("player_manage", "player"))
  .route({
    method: "POST",
    path: "/players/{id}/duplicate",
    tags,
    successStatus: 201,
    summary: "Adds a player with the draft, the published settings and the pictures of another.",
  })
  .input(z.object({ id }))
  .output(answer);

export const setDefaultPlayer = operation(holds("player_manage", "player"))
  .route({
    method: "POST",
    path: "/players/{id}/default",
    tags,
    summary: "Makes a player the one that embeds get which name none.",
  })
  .input(z.object({ id }))
  .output(answer);

export const uploadPlayerPicture = operation(holds("player_manage", "player"), {
  bodyBytes: Math.ceil((PLAYER_PICTURE_BYTES * 4) / 3) + 4_096,
})
  .route({
    method: "POST",
    path: "/players/{id}/pictures",
    tags,
    summary: "Adds a PNG, WebP or JPEG picture of up to 5 MiB that the logo or the watermark can show.",
  })
  .input(z.object({ id, picture: z.base64("Send the picture in base64.").min(1, "Choose a picture.") }))
  .output(answer.extend({ picture: z.number() }));

export const deletePlayer = operation(holds("player_manage", "player"))
  .route({
    method: "DELETE",
    path: "/players/{id}",
    tags,
    summary: "Deletes a player; embeds that name it get the default one. The default player cannot be deleted.",
  })
  .input(z.object({ id }))
  .output(message);
