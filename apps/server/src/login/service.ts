import type { Services } from "../context.ts";
import { avatarUrl } from "../platform/access/person.ts";
import { Refusal } from "../platform/refusal.ts";
import { beginBrowserAttempt } from "./browser-attempt.ts";
import { findCredentials, readUser } from "./credentials.ts";
import { nextAddress, type WayBackRequest } from "./next-address.ts";
import { hasOwnProviders } from "./own-provider/provider-row.ts";
import { requireOwnWay } from "./own-provider/required.ts";
import { passwordMatches } from "./passwords.ts";
import { allowedRedirect } from "./redirects.ts";
import type { LoginRequest } from "./request.ts";
import { continueSignIn, type SignedIn } from "./second-factor/sign-in.ts";
import { endSession } from "./sessions.ts";

const WRONG = "Email or password is wrong.";

export interface SignIn extends WayBackRequest {
  email: string;
  password: string;
  /** The token of a mailed link, with which an unknown browser may sign in after too many failed attempts. */
  confirm?: string | undefined;
}

/**
 * Signs a browser in, or asks it for the second factor of a person who has one.
 * @throws Refusal `invalid` with the same message for an unknown e-mail, a wrong password and a blocked person,
 *   `rate_limited` after too many failed tries, `forbidden` for people whose organization demands its own provider.
 */
export async function signIn(
  request: LoginRequest,
  { email, password, confirm, ...wayBack }: SignIn,
): Promise<SignedIn> {
  const address = email.toLowerCase();
  const person = await findCredentials(request.db, address);
  const attempt = await beginBrowserAttempt(request, address, person, confirm);
  const matches = await passwordMatches(person?.password_hash, password);
  if (!person || !matches) throw new Refusal("invalid", WRONG);

  // After the password: the answer before it would say who is an owner.
  await requireOwnWay(request, person.id);
  await attempt.succeeded();
  return continueSignIn(request, person.id, { confirm, ...wayBack });
}

/** Ends the browser's session here and on every API host; without one there is nothing to end. */
export async function signOut(request: LoginRequest, redirect: string | undefined): Promise<{ next: string }> {
  const { config, db, session } = request;
  if (session) await endSession(db, session.id);
  request.signBrowserOut();
  return { next: allowedRedirect(config, redirect, `${config.urls.console}/`).url };
}

/** Who is signed in here and where signing in leads. */
export async function readStatus(request: LoginRequest, wayBack: WayBackRequest) {
  const { config, db, session } = request;
  const { host } = allowedRedirect(config, wayBack.redirect, `${config.urls.console}/dashboard`);
  const user = session ? await readUser(db, session.userId) : null;
  return {
    user: user && publicUser(request, user),
    next: session ? await nextAddress(request, session, wayBack) : "",
    host,
    console_url: config.urls.console,
    open_registration: await registrationIsOpen(request),
    own_providers: await hasOwnProviders(db),
  };
}

/** Whether visitors may request an account; closed unless a superuser opens it. */
export async function registrationIsOpen({ installation }: Pick<Services, "installation">): Promise<boolean> {
  return (await installation.settings()).registration.open;
}

/** A person as the pages show them. */
export function publicUser(
  services: Pick<Services, "config">,
  user: { id: number; email: string; first_name: string; last_name: string; avatar_key: string | null },
) {
  const { id, email, first_name, last_name } = user;
  return {
    id,
    email,
    first_name,
    last_name,
    avatar_url: avatarUrl(services, user.avatar_key),
  };
}
