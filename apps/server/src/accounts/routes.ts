import { accountGrant, operations } from "../platform/http/operations.ts";
import { makeOwner, removeOwner } from "./owners.ts";
import { readAccountSecurity, requireSecondFactor } from "./security.ts";

/** The operations of an account's owners. */
export const ownerRoutes = {
  addOwner: operations.owners.addOwner.handler(async ({ context, input }) => {
    await makeOwner(context, accountGrant(context), input.user_id);
    return { message: "Owner is added." };
  }),
  removeOwner: operations.owners.removeOwner.handler(async ({ context, input }) => {
    await removeOwner(context, accountGrant(context), input.user_id);
    return { message: "Owner is removed." };
  }),
  getAccountSecurity: operations.owners.getAccountSecurity.handler(async ({ context }) => ({
    data: await readAccountSecurity(context, accountGrant(context)),
  })),
  setAccountSecurity: operations.owners.setAccountSecurity.handler(async ({ context, input }) => {
    await requireSecondFactor(context, accountGrant(context), input.second_factor_required);
    return {
      message: input.second_factor_required
        ? "People without a second factor set one up before they continue."
        : "A second factor is no longer required.",
    };
  }),
};
