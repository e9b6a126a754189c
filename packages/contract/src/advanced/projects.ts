import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { projectFilter, projectPage } from "../accounts/projects.ts";
import { id, message, pageQuery } from "../shapes.ts";

export const listInstallationProjects = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/projects",
    tags: ["Advanced"],
    summary: "The projects of all accounts, the newest first.",
  })
  .input(z.object({ ...pageQuery, ...projectFilter, account: id.optional() }))
  .output(projectPage);

const counterDifference = z.object({
  counter: z.enum(["videos", "category", "tag", "project_storage", "account_storage"]),
  /** The list of the videos, `completed` or `inprogress`, or the name of the category, tag, project or account. */
  name: z.string(),
  /** What the counter had, and what was counted. */
  was: z.number(),
  counted: z.number(),
});

export const rebuildProjectCounters = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/projects/{project_id}/rebuild-counters",
    tags: ["Advanced"],
    summary:
      "Counts a project's videos, those of its categories and tags, and what it and its account store, and corrects counters that differ.",
  })
  .input(z.object({ project_id: id }))
  .output(message.extend({ data: z.array(counterDifference) }));
