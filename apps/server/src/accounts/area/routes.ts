import { accountGrant, operations } from "../../platform/http/operations.ts";
import { listProjects } from "../../projects/project-list.ts";
import { closeAccount, keepAccount } from "../closing/close.ts";
import { readDetails, saveDetails } from "./details.ts";
import { listAccountMembers, listAccountOwners } from "./people.ts";
import { exportStatistics, readStatistics } from "./statistics.ts";

const { accounts } = operations;

/** What owners see and change of their account. */
export const accountRoutes = {
  closeAccount: accounts.closeAccount.handler(async ({ context, input }) => {
    await closeAccount(context, accountGrant(context).accountId, { typedName: input.name });
    return { message: "Account is closed." };
  }),
  keepAccount: accounts.keepAccount.handler(async ({ context }) => {
    await keepAccount(context, accountGrant(context).accountId);
    return { message: "Account is kept." };
  }),
  getAccountDetails: accounts.getAccountDetails.handler(async ({ context }) => ({
    data: await readDetails(context.db, accountGrant(context)),
  })),
  saveAccountDetails: accounts.saveAccountDetails.handler(
    async ({ context, input: { account_id: _account, ...details } }) => ({
      message: "Account is saved.",
      data: await saveDetails(context, accountGrant(context), details),
    }),
  ),
  listAccountOwners: accounts.listAccountOwners.handler(async ({ context }) => ({
    data: await listAccountOwners(context, accountGrant(context)),
  })),
  listAccountMembers: accounts.listAccountMembers.handler(({ context, input }) =>
    listAccountMembers(context, accountGrant(context), input),
  ),
  listAccountProjects: accounts.listAccountProjects.handler(({ context, input }) =>
    listProjects(context, { accountId: accountGrant(context).accountId }, input),
  ),
  getAccountStatistics: accounts.getAccountStatistics.handler(async ({ context, input }) => ({
    data: await readStatistics(context, accountGrant(context), input.month),
  })),
  exportAccountStatistics: accounts.exportAccountStatistics.handler(({ context, input }) =>
    exportStatistics(context, accountGrant(context), input.month),
  ),
};
