import { accountGround, operations, projectGround } from "../platform/operations.ts";
import { createCategory, createProject, deleteProject, readProject } from "./service.ts";

export const projectRoutes = {
  createProject: operations.projects.createProject.handler(async ({ context, input }) => {
    const project = await createProject(context, accountGround(context), { name: input.name, domain: input.domain });
    return { message: "Project is created.", project };
  }),
  getProject: operations.projects.getProject.handler(async ({ context }) => ({
    data: await readProject(context, projectGround(context).projectId),
  })),
  deleteProject: operations.projects.deleteProject.handler(async ({ context }) => {
    await deleteProject(context, projectGround(context));
    return { message: "Project is deleted." };
  }),
  createCategory: operations.projects.createCategory.handler(async ({ context, input }) => {
    const category = await createCategory(context, projectGround(context), input.name);
    return { message: "Category is saved successfully.", category };
  }),
};
