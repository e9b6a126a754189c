import { accountGrant, operations, projectGrant } from "../platform/http/operations.ts";
import { readOverview } from "./overview.ts";
import { createProject, deleteProject, projectImpact, readProject } from "./service.ts";
import { updateProject } from "./settings.ts";
import { resumeProject, setStorageQuota, suspendProject } from "./standing.ts";

export const projectRoutes = {
  createProject: operations.projects.createProject.handler(async ({ context, input }) => {
    const project = await createProject(context, accountGrant(context), { name: input.name, domain: input.domain });
    return { message: "Project is created.", data: project, project };
  }),
  getProject: operations.projects.getProject.handler(async ({ context }) => ({
    data: await readProject(context, projectGrant(context).projectId),
  })),
  updateProject: operations.projects.updateProject.handler(async ({ context, input: { id: _id, ...settings } }) => {
    const project = await updateProject(context, projectGrant(context), settings);
    return { message: "Project is saved.", project };
  }),
  getProjectImpact: operations.projects.getProjectImpact.handler(async ({ context }) => ({
    data: await projectImpact(context, projectGrant(context).projectId),
  })),
  getOverview: operations.projects.getOverview.handler(async ({ context }) => ({
    data: await readOverview(context, projectGrant(context)),
  })),
  setProjectQuota: operations.projects.setProjectQuota.handler(async ({ context, input }) => {
    const { soft_bytes: softBytes, hard_bytes: hardBytes } = input;
    await setStorageQuota(context, projectGrant(context), { softBytes, hardBytes });
    return { message: "Quota is saved." };
  }),
  suspendProject: operations.projects.suspendProject.handler(async ({ context, input }) => {
    await suspendProject(context, projectGrant(context), input.reason);
    return { message: "Project is suspended." };
  }),
  resumeProject: operations.projects.resumeProject.handler(async ({ context }) => {
    await resumeProject(context, projectGrant(context));
    return { message: "Project is open again." };
  }),
  deleteProject: operations.projects.deleteProject.handler(async ({ context }) => {
    await deleteProject(context, projectGrant(context));
    return { message: "Project is deleted." };
  }),
};
