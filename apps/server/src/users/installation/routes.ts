import { operations } from "../../platform/http/operations.ts";
import { listInstallationPeople } from "./people.ts";
import { changeRoleTemplate, listRoleTemplates } from "./role-templates.ts";
import { blockPerson, mailSignInLink, setSuperuser, signOutPerson, unblockPerson } from "./standing.ts";

/** What superusers do with the people of the installation. */
export const installationPeopleRoutes = {
  listInstallationPeople: operations.advanced.listInstallationPeople.handler(({ context, input }) =>
    listInstallationPeople(context, input),
  ),
  blockPerson: operations.advanced.blockPerson.handler(async ({ context, input }) => {
    await blockPerson(context, input.user_id, input.reason);
    return { message: "User is blocked." };
  }),
  unblockPerson: operations.advanced.unblockPerson.handler(async ({ context, input }) => {
    await unblockPerson(context, input.user_id);
    return { message: "User is unblocked." };
  }),
  setSuperuser: operations.advanced.setSuperuser.handler(async ({ context, input }) => {
    await setSuperuser(context, input.user_id, input.superuser);
    return { message: input.superuser ? "User is a superuser now." : "User is no longer a superuser." };
  }),
  signOutPerson: operations.advanced.signOutPerson.handler(async ({ context, input }) => {
    await signOutPerson(context, input.user_id);
    return { message: "All sessions of the user are ended." };
  }),
  mailSignInLink: operations.advanced.mailSignInLink.handler(async ({ context, input }) => {
    const { email, link } = await mailSignInLink(context, input.user_id);
    const what = link === "reset" ? "A link to choose a new password" : "A link to activate the sign-in";
    return { message: `${what} is on its way to ${email}.` };
  }),
  listRoleTemplates: operations.advanced.listRoleTemplates.handler(async ({ context }) => ({
    data: await listRoleTemplates(context),
  })),
  changeRoleTemplate: operations.advanced.changeRoleTemplate.handler(
    async ({ context, input: { template, ...change } }) => ({
      data: await changeRoleTemplate(context, template, change),
      message: "Role is saved.",
    }),
  ),
};
