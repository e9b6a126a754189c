import { Refusal } from "../platform/refusal.ts";
import { countMailRequest } from "./attempts.ts";
import { readUser } from "./credentials.ts";
import { accept, findInvitation } from "./invitations.ts";
import { activationMail } from "./mail-tasks.ts";
import { nextAddress } from "./next-address.ts";
import { requireSession, type LoginRequest } from "./request.ts";

const OVER = "This invitation is no longer valid. Ask for a new one.";

/** The invitation of a link, and whether the person it is for is signed in here. */
export async function inspectInvitation(request: LoginRequest, token: string) {
  const invitation = await findInvitation(request, token);
  if (!invitation) return { invitation: null, signed_in: null };
  const { email, account, project, role } = invitation;
  const user = request.session ? await readUser(request.db, request.session.userId) : null;
  return {
    invitation: { email, account, project, role },
    signed_in: user && { email: user.email, invited: user.email === email },
  };
}

/**
 * The signed-in person joins the project they are invited to.
 * @throws Refusal `gone` when the invitation is over, `forbidden` when it is another person's.
 */
export async function acceptInvitation(request: LoginRequest, token: string): Promise<{ next: string }> {
  const session = requireSession(request);
  const invitation = await findInvitation(request, token);
  if (!invitation) throw new Refusal("gone", OVER);
  const { email } = await readUser(request.db, session.userId);
  if (email !== invitation.email)
    throw new Refusal("forbidden", `This invitation is for ${invitation.email}. Sign in with that email.`);
  await request.db.transaction().execute((tx) => accept(request, tx, invitation, session.userId));
  return { next: await nextAddress(request, session, { account_id: String(invitation.account_id) }) };
}

/** Mails the invited person the link to choose a password, if they have none; the answer is the same for every address. */
export async function mailActivation(request: LoginRequest, token: string): Promise<{ message: string }> {
  const { db, clock, jobs } = request;
  const invitation = await findInvitation(request, token);
  if (!invitation) throw new Refusal("gone", OVER);
  await countMailRequest(db, { kind: "activation", email: invitation.email, ip: request.ip }, clock.now());
  const user = await db.selectFrom("users").select("id").where("email", "=", invitation.email).executeTakeFirst();
  if (user) await jobs.send(db, activationMail, { userId: user.id });
  return { message: `If ${invitation.email} has no sign-in yet, a link to choose a password is on its way to it.` };
}
