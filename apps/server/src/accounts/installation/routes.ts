import { operations } from "../../platform/http/operations.ts";
import { closeAccount, keepAccount } from "../closing/close.ts";
import { listAccounts } from "./accounts.ts";
import { exportAccounts } from "./export-accounts.ts";
import { saveAccountNote } from "./note.ts";
import { createOwnedAccount, limitAccount, reopenAccount, suspendAccount } from "./standing.ts";

/** What superusers do with accounts. */
export const installationAccountRoutes = {
  listAccounts: operations.advanced.listAccounts.handler(({ context, input }) => listAccounts(context, input)),
  exportAccounts: operations.advanced.exportAccounts.handler(({ context, input }) => exportAccounts(context, input)),
  saveAccountNote: operations.advanced.saveAccountNote.handler(async ({ context, input }) => {
    await saveAccountNote(context, input.account_id, input.note);
    return { message: input.note === "" ? "Note is deleted." : "Note is saved." };
  }),
  createAccount: operations.advanced.createAccount.handler(async ({ context, input }) => {
    const { name, owner_email: ownerEmail, storage_limit_bytes: bytes = null } = input;
    const account = await createOwnedAccount(context, { name, ownerEmail, storageLimitBytes: bytes });
    return { message: "Account is created.", data: account };
  }),
  limitAccount: operations.advanced.limitAccount.handler(async ({ context, input }) => {
    await limitAccount(context, input.account_id, input.storage_limit_bytes);
    return { message: "Limits are saved." };
  }),
  suspendAccount: operations.advanced.suspendAccount.handler(async ({ context, input }) => {
    await suspendAccount(context, input.account_id, input.reason);
    return { message: "Account is suspended." };
  }),
  reopenAccount: operations.advanced.reopenAccount.handler(async ({ context, input }) => {
    await reopenAccount(context, input.account_id);
    return { message: "Account is open again." };
  }),
  closeAccount: operations.advanced.closeAccount.handler(async ({ context, input }) => {
    await closeAccount(context, input.account_id, { reason: input.reason });
    return { message: "Account is closed." };
  }),
  keepAccount: operations.advanced.keepAccount.handler(async ({ context, input }) => {
    await keepAccount(context, input.account_id);
    return { message: "Account is kept." };
  }),
};
