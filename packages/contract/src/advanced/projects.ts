import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { id, moment, pageQuery, paginationShape } from "../shapes.ts";

const installationProject = z.object({
  id: z.number(),
  hash: z.string(),
  name: z.string(),
  domain: z.string(),
  account: z.object({ id: z.number(), name: z.string() }),
  videos: z.number(),
  livestreams: z.number(),
  on_air: z.number(),
  storage_bytes: z.number(),
  /** Transcodes that failed in the last 24 hours. */
  failures: z.number(),
  created_at: moment,
});

export const listInstallationProjects = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/projects",
    tags: ["Advanced"],
    summary: "The projects of all accounts, the newest first.",
  })
  .input(z.object({ ...pageQuery, search: z.string().trim().max(200).optional(), account: id.optional() }))
  .output(z.object({ data: z.array(installationProject), pagination: paginationShape }));
