import { operations } from "../../platform/http/operations.ts";
import { INSTALLATION } from "../../platform/nouns/noun.ts";
import { listProjects } from "../project-list.ts";
import { rebuildCounters } from "./counters.ts";
import { previewMove } from "./move-preview.ts";
import { moveProject } from "./move.ts";

/** What superusers see of projects. */
export const installationProjectRoutes = {
  listInstallationProjects: operations.advanced.listInstallationProjects.handler(({ context, input }) =>
    listProjects(context, INSTALLATION, input),
  ),
  previewProjectMove: operations.advanced.previewProjectMove.handler(async ({ context, input }) => ({
    data: await previewMove(context, input.project_id, input.account_id),
  })),
  moveProject: operations.advanced.moveProject.handler(async ({ context, input }) => {
    await moveProject(context, input.project_id, { accountId: input.account_id, reason: input.reason });
    return { message: "Project is moved." };
  }),
  rebuildProjectCounters: operations.advanced.rebuildProjectCounters.handler(async ({ context, input }) => {
    const data = await rebuildCounters(context, input.project_id);
    const corrected = data.length === 1 ? "A counter was corrected." : `${data.length} counters were corrected.`;
    return { message: data.length === 0 ? "All counters were right." : corrected, data };
  }),
};
