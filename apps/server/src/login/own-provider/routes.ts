import { accountGrant, operations } from "../../platform/http/operations.ts";
import { addDomain, proveDomain, removeDomain, verifyByHand } from "./domains.ts";
import { listLinked, unlinkPerson } from "./people.ts";
import { readSignIn, removeSignIn, saveSignIn } from "./settings.ts";
import { tryProvider } from "./try-provider.ts";

const { ownProvider } = operations;

/** How an account's people sign in with their organization's own provider. */
export const ownProviderRoutes = {
  getAccountSignIn: ownProvider.getAccountSignIn.handler(async ({ context }) => ({
    data: await readSignIn(context, accountGrant(context)),
  })),
  saveAccountSignIn: ownProvider.saveAccountSignIn.handler(async ({ context, input }) => ({
    message: "Sign-in is saved.",
    data: await saveSignIn(context, accountGrant(context), {
      issuer: input.issuer,
      clientId: input.client_id,
      clientSecret: input.client_secret,
      projectId: input.project_id,
      roleId: input.role_id,
      required: input.required,
    }),
  })),
  removeAccountSignIn: ownProvider.removeAccountSignIn.handler(async ({ context }) => {
    await removeSignIn(context, accountGrant(context));
    return { message: "People sign in with passwords again." };
  }),
  tryAccountSignIn: ownProvider.tryAccountSignIn.handler(({ context, input }) =>
    tryProvider(context, accountGrant(context), {
      issuer: input.issuer,
      clientId: input.client_id,
      clientSecret: input.client_secret,
    }),
  ),
  addSignInDomain: ownProvider.addSignInDomain.handler(async ({ context, input }) => ({
    message: "Domain is claimed. Add its TXT record, then prove it.",
    data: await addDomain(context, accountGrant(context), input.domain),
  })),
  proveSignInDomain: ownProvider.proveSignInDomain.handler(async ({ context, input }) => {
    await proveDomain(context, accountGrant(context), input.domain);
    return { message: "Domain is proved." };
  }),
  removeSignInDomain: ownProvider.removeSignInDomain.handler(async ({ context, input }) => {
    await removeDomain(context, accountGrant(context), input.domain);
    return { message: "Domain is given up." };
  }),
  listSignInPeople: ownProvider.listSignInPeople.handler(({ context, input }) =>
    listLinked(context, accountGrant(context), input.after ?? null),
  ),
  unlinkSignInPerson: ownProvider.unlinkSignInPerson.handler(async ({ context, input }) => {
    await unlinkPerson(context, accountGrant(context), input.user_id);
    return { message: "Person is unlinked." };
  }),
  verifySignInDomain: ownProvider.verifySignInDomain.handler(async ({ context, input }) => {
    const { account_id: accountId, domain, reason } = input;
    await verifyByHand(context, { accountId, domain, reason });
    return { message: "Domain is verified." };
  }),
};
