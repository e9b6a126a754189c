import { accountGrant, operations, projectGrant } from "../../platform/http/operations.ts";
import { acceptOffer, declineOffer, listOfferedProjects, previewOffer } from "./decide.ts";
import { offerProject, withdrawProject } from "./offers.ts";

const { projects } = operations;

/** Projects that owners offer to other accounts. */
export const transferRoutes = {
  offerProject: projects.offerProject.handler(async ({ context, input }) => {
    await offerProject(context, projectGrant(context), input.email);
    return { message: "Project is offered." };
  }),
  withdrawProject: projects.withdrawProject.handler(async ({ context }) => {
    await withdrawProject(context, projectGrant(context));
    return { message: "The offer is withdrawn." };
  }),
  listOfferedProjects: projects.listOfferedProjects.handler(async ({ context }) => ({
    data: await listOfferedProjects(context, accountGrant(context)),
  })),
  previewOfferedProject: projects.previewOfferedProject.handler(async ({ context, input }) => ({
    data: await previewOffer(context, accountGrant(context), input.transfer_id),
  })),
  acceptOfferedProject: projects.acceptOfferedProject.handler(async ({ context, input }) => {
    await acceptOffer(context, accountGrant(context), input.transfer_id);
    return { message: "Project is accepted." };
  }),
  declineOfferedProject: projects.declineOfferedProject.handler(async ({ context, input }) => {
    await declineOffer(context, accountGrant(context), input.transfer_id);
    return { message: "The offer is declined." };
  }),
};
