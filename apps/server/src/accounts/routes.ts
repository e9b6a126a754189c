import { accountGrant, operations } from "../platform/http/operations.ts";
import { listOwnerKeys, makeOwner, removeOwner } from "./owners.ts";
import { readAccountSecurity, requireProofForKeys, requireSecondFactor } from "./security.ts";

function saidOf(factor: boolean | undefined, keys: boolean | undefined): string {
  if (factor !== undefined && keys !== undefined) return "The account's security is saved.";
  if (factor === true) return "People without a second factor set one up before they continue.";
  if (factor === false) return "A second factor is no longer required.";
  if (keys === true) return "People confirm that it is them before they see a key.";
  return "Keys are shown without asking.";
}

/** The operations of an account's owners. */
export const ownerRoutes = {
  addOwner: operations.owners.addOwner.handler(async ({ context, input }) => {
    await makeOwner(context, accountGrant(context), input.user_id);
    return { message: "Owner is added." };
  }),
  listOwnerKeys: operations.owners.listOwnerKeys.handler(async ({ context, input }) => ({
    data: await listOwnerKeys(context, accountGrant(context), input.user_id),
  })),
  removeOwner: operations.owners.removeOwner.handler(async ({ context, input }) => {
    await removeOwner(context, accountGrant(context), input.user_id, input.keys_to ?? null);
    return { message: "Owner is removed." };
  }),
  getAccountSecurity: operations.owners.getAccountSecurity.handler(async ({ context }) => ({
    data: await readAccountSecurity(context, accountGrant(context)),
  })),
  setAccountSecurity: operations.owners.setAccountSecurity.handler(async ({ context, input }) => {
    const grant = accountGrant(context);
    const { second_factor_required: factor, keys_need_proof: keys } = input;
    if (factor !== undefined) await requireSecondFactor(context, grant, factor);
    if (keys !== undefined) await requireProofForKeys(context, grant, keys);
    return { message: saidOf(factor, keys) };
  }),
};
