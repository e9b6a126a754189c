import { composed } from "@kinora/domain/composed.ts";
import { DEMO_FORMATS, DEMO_KINDS } from "@kinora/domain/playback/demo.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { playerSettings, playerSettingsInput } from "../players/settings.ts";
import { named } from "../shapes.ts";

const TAGS = ["Advanced"];

/** A video or livestream of any account, with the addresses that play it for the caller, published or not. */
const demoItem = z.object({
  kind: z.enum(DEMO_KINDS),
  id: z.number(),
  /** Public id. */
  hash: z.string(),
  title: z.string(),
  account: named,
  project: named,
  /** Of its embed page, with a pass of the caller. */
  preview_url: z.string(),
  /** Of its largest whole file; null without one. */
  mp4_url: z.string().nullable(),
  /** Of the playlist of its sound alone; null without one. */
  audio_url: z.string().nullable(),
});

export const listDemoItems = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/player-demo/items",
    tags: TAGS,
    summary:
      "Videos that play and livestreams of all accounts by a part of their title or their public ID; ten of each at most.",
  })
  .input(z.object({ search: z.string().overwrite(composed).trim().max(200).optional() }))
  .output(z.object({ data: z.array(demoItem) }));

export const listDemoFormats = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/player-demo/formats",
    tags: TAGS,
    summary:
      "For each way that media comes to a player, the newest item that has it; null where the installation has none.",
  })
  .output(z.object({ data: z.array(z.object({ format: z.enum(DEMO_FORMATS), item: demoItem.nullable() })) }));

export const checkPlayerSettings = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/player-demo/settings",
    tags: TAGS,
    summary: "Says whether settings of a player are valid, and what they are with those left out; stores nothing.",
  })
  .input(z.object({ settings: playerSettingsInput }))
  .output(z.object({ data: playerSettings }));
