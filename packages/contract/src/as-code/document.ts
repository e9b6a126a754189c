import { FORMAT_VERSION } from "@kinora/domain/as-code/limits.ts";
import { z } from "zod";
import { categoriesPart, tagsPart } from "./library-part.ts";
import { adSchedulesPart, adsPart, playersPart, playlistsPart, restrictionsPart } from "./playback-part.ts";
import { analyticsPart, ladderPart, rolesPart, settingsPart, webhooksPart } from "./project-part.ts";

/**
 * A project as one file. A section that is left out stays as it is; a field that is left out of an object has its
 * default, or stays where there is none. Things are named by their names, and refer to each other by them.
 */
export const projectDocument = z.strictObject({
  kinora: z.literal(FORMAT_VERSION, `Write kinora: ${FORMAT_VERSION}, the version of the format.`),
  settings: settingsPart.optional(),
  ladder: ladderPart.optional(),
  categories: categoriesPart.optional(),
  tags: tagsPart.optional(),
  roles: rolesPart.optional(),
  players: playersPart.optional(),
  playlists: playlistsPart.optional(),
  ads: adsPart.optional(),
  ad_schedules: adSchedulesPart.optional(),
  restrictions: restrictionsPart.optional(),
  analytics: analyticsPart.optional(),
  webhooks: webhooksPart.optional(),
});

export type ProjectDocument = z.output<typeof projectDocument>;

/** Where an API host publishes `documentSchema`. */
export const DOCUMENT_SCHEMA_PATH = `/schemas/project-${FORMAT_VERSION}.json`;

/** The JSON Schema (draft 2020-12) of what people write. */
export const documentSchema = () => ({
  ...z.toJSONSchema(projectDocument, { io: "input" }),
  title: "Kinora project",
  description: "The settings of a Kinora project as one file.",
});
