import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { allowedRedirect } from "../redirects.ts";
import { requireSession, type LoginRequest } from "../request.ts";
import { noteProof } from "../sessions.ts";
import { refusedPasskey, usePasskey } from "./passkeys.ts";
import { requireProof, type Proof } from "./proof.ts";

/*
 * Step-up: before what does harm in other hands, API hosts want a recent proof that the session's person is the one who sits there
 * (platform/access/recent-proof.ts). Passwords, codes and passkeys are asked for on this origin alone.
 */

/**
 * Notes that the signed-in person has shown the password or a code; a code counts as a second factor.
 * @throws Refusal `invalid` at `current_password` or `code` when that is wrong, `rate_limited` after too many failures.
 */
export async function confirmIdentity(
  request: LoginRequest,
  { redirect, ...proof }: Proof & { redirect?: string | undefined },
): Promise<{ next: string }> {
  await requireProof(request, proof);
  return confirmed(request, redirect, { isFactor: Boolean(proof.code) });
}

/**
 * The same with a passkey of the signed-in person.
 * @throws Refusal `invalid`, the same whatever is wrong with it, for another person's, too.
 */
export async function confirmWithPasskey(
  request: LoginRequest,
  {
    credential,
    redirect,
  }: { credential: Omit<AuthenticationResponseJSON, "clientExtensionResults">; redirect?: string | undefined },
): Promise<{ next: string }> {
  const { db } = request;
  const session = requireSession(request);
  await db.transaction().execute(async (tx) => {
    const response = { ...credential, clientExtensionResults: {} };
    if ((await usePasskey(request, tx, response)) !== session.userId) throw refusedPasskey();
  });
  return confirmed(request, redirect, { isFactor: true });
}

async function confirmed(request: LoginRequest, redirect: string | undefined, how: { isFactor: boolean }) {
  const { db, config, clock } = request;
  await noteProof(db, requireSession(request).id, how, clock.now());
  return { next: allowedRedirect(config, redirect, `${config.urls.console}/dashboard`).url };
}
