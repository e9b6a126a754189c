import { REASON_MAX } from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, line, message, named } from "../shapes.ts";

/** What moving a project to another account changes. */
export const movePreview = z.object({
  project: named,
  from: named,
  to: named,
  videos: z.number(),
  storage_bytes: z.number(),
  members: z.number(),
  /** The roles that people of the project have, and the built-in ones of the other account that they get instead. */
  roles: z.array(
    z.object({
      title: z.string(),
      becomes: z.string(),
      people: z.number(),
      loses: z.array(z.string()),
      gains: z.array(z.string()),
    }),
  ),
  /** What of the other account's limits the project exceeds; it can be moved nevertheless. */
  warnings: z.array(z.string()),
});

export const previewProjectMove = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/projects/{project_id}/move",
    tags: ["Advanced"],
    summary: "What moving a project to another account would change.",
  })
  .input(z.object({ project_id: id, account_id: id }))
  .output(
    z.object({
      data: movePreview,
    }),
  );

export const moveProject = operation(superuser, { proof: "always" })
  .route({
    method: "POST",
    path: "/advanced/projects/{project_id}/move",
    tags: ["Advanced"],
    summary:
      "Moves a project with everything in it to another account; its links and keys stay, and what it used stays with the old one.",
  })
  .input(z.object({ project_id: id, account_id: id, reason: line("Reason", REASON_MAX) }))
  .output(message);
