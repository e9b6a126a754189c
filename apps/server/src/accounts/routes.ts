import { accountGrant, operations } from "../platform/http/operations.ts";
import { makeOwner, removeOwner } from "./owners.ts";

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
};
