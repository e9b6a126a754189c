import { typedMailAddress } from "@kinora/domain/people/mail-address.ts";
import { PASSWORD_MAXIMUM, passwordProblem } from "@kinora/domain/people/passwords.ts";
import { z } from "zod";
import { anyone, operation, signedIn } from "../access.ts";
import { operationsOf } from "../operations-of.ts";
import { line, message, moment, person } from "../shapes.ts";
import { confirmIdentity, confirmWithPasskey } from "./confirmation.ts";
import {
  askMailChange,
  cancelMailChange,
  confirmMailChange,
  inspectMailChange,
  mailChange,
  withdrawMailChange,
} from "./mail-change.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "./passkeys.ts";
import { beginProviderSignIn } from "./provider-start.ts";
import {
  beginTotp,
  confirmSignIn,
  confirmTotp,
  forgetBrowser,
  getSecondFactor,
  renewRecoveryCodes,
  signedInOrAsked,
  turnTotpOff,
  wayBack,
} from "./second-factor.ts";
import { listSecurityEvents } from "./security-events.ts";
import { email } from "./users.ts";

const token = z.string().min(1).max(100);

/** A password being chosen. That it does not repeat the person's own name is checked where that is known. */
const newPassword = z
  .string()
  .max(1_000)
  .superRefine((text, issues) => {
    const problem = passwordProblem(text);
    if (problem) issues.addIssue({ code: "custom", message: problem });
  });

const firstName = line("First name", 100);
const lastName = line("Last name", 100);
const accountName = line("Account name", 100);

/** The address the browser goes to next. */
const next = z.object({ next: z.string() });

const loginUser = person.extend({ email: z.string() });

export const getStatus = operation(anyone)
  .route({ method: "GET", path: "/status", summary: "Who is signed in here, and where signing in leads." })
  .input(z.object(wayBack))
  .output(
    z.object({
      user: loginUser.nullable(),
      next: z.string(),
      host: z.string(),
      console_url: z.string(),
      open_registration: z.boolean(),
      /** Whether an organization here has its own provider. */
      own_providers: z.boolean(),
    }),
  );

export const signIn = operation(anyone)
  .route({ method: "POST", path: "/sign-in", summary: "Signs in with e-mail and password." })
  .input(
    z.object({
      email: z.string().trim().overwrite(typedMailAddress).max(254),
      password: z.string().max(PASSWORD_MAXIMUM * 4),
      /** The token of the link that was mailed because strangers tried too often. */
      confirm: z.string().max(100).optional(),
      ...wayBack,
    }),
  )
  .output(signedInOrAsked);

export const signOut = operation(anyone)
  .route({ method: "POST", path: "/sign-out", summary: "Ends this browser's session, on every API host, too." })
  .input(z.object({ redirect: wayBack.redirect }))
  .output(next);

export const inspectToken = operation(anyone)
  .route({ method: "POST", path: "/token", summary: "What has become of the link a person followed." })
  // An installation that is set up says so to a link without a token as well.
  .input(z.object({ kind: z.enum(["first_run", "activate", "reset"]), token: z.string().max(100) }))
  .output(
    z.object({
      state: z.enum(["valid", "expired", "used", "unknown"]),
      email: z.string().nullable(),
      first_name: z.string(),
      last_name: z.string(),
      /** What the person joins, e.g. "Acme as Editor". */
      joins: z.array(z.object({ account: z.string(), project: z.string().nullable(), role: z.string() })),
    }),
  );

export const activate = operation(anyone)
  .route({
    method: "POST",
    path: "/activate",
    summary: "An invited person chooses their name and password and is signed in.",
  })
  .input(z.object({ token, first_name: firstName, last_name: lastName, password: newPassword }))
  .output(next);

export const resendActivation = operation(anyone)
  .route({ method: "POST", path: "/activate/resend", summary: "Mails a new link to whom an expired one was sent." })
  .input(z.object({ token }))
  .output(message);

export const firstRun = operation(anyone)
  .route({
    method: "POST",
    path: "/first-run",
    summary: "The first person of an installation: superuser and owner of its first account.",
  })
  .input(
    z.object({
      token,
      email,
      first_name: firstName,
      last_name: lastName,
      account_name: accountName,
      password: newPassword,
    }),
  )
  .output(next);

export const register = operation(anyone)
  .route({
    method: "POST",
    path: "/register",
    summary: "Asks for an account of one's own where registration is open; the rest follows by mail.",
  })
  .input(z.object({ email, account_name: accountName }))
  .output(message);

export const forgotPassword = operation(anyone)
  .route({
    method: "POST",
    path: "/forgot",
    summary: "Mails a link to choose a new password; the answer is the same for everybody.",
  })
  .input(z.object({ email }))
  .output(message);

export const resetPassword = operation(anyone)
  .route({
    method: "POST",
    path: "/reset",
    summary: "Chooses a new password with the link of a mail; ends every session.",
  })
  .input(z.object({ token, password: newPassword }))
  .output(signedInOrAsked);

export const inspectInvitation = operation(anyone)
  .route({ method: "POST", path: "/invitation", summary: "What a project's invitation is for." })
  .input(z.object({ token }))
  .output(
    z.object({
      /** Null when it is over. */
      invitation: z
        .object({ email: z.string(), account: z.string(), project: z.string(), role: z.string() })
        .nullable(),
      /** Who is signed in in this browser, and whether the invitation is theirs. */
      signed_in: z.object({ email: z.string(), invited: z.boolean() }).nullable(),
    }),
  );

export const acceptInvitation = operation(signedIn)
  .route({ method: "POST", path: "/invitation/accept", summary: "Joins the project one is invited to." })
  .input(z.object({ token }))
  .output(next);

export const mailActivation = operation(anyone)
  .route({
    method: "POST",
    path: "/invitation/mail",
    summary: "Mails an invited person who has no sign-in the link to choose a password.",
  })
  .input(z.object({ token }))
  .output(message);

export const getProfile = operation(signedIn)
  .route({ method: "GET", path: "/profile", summary: "The person's own data and where they are signed in." })
  .output(
    z.object({
      user: loginUser,
      console_url: z.string(),
      /** A new address that is not confirmed by both mailboxes yet. */
      mail_change: mailChange.nullable(),
      sessions: z.array(
        z.object({
          id: z.string(),
          current: z.boolean(),
          ip: z.string().nullable(),
          /** The country of the address, in English; null when it is unknown. */
          country: z.string().nullable(),
          user_agent: z.string().nullable(),
          created_at: moment,
          last_seen_at: moment,
        }),
      ),
    }),
  );

export const updateProfile = operation(signedIn)
  .route({ method: "PUT", path: "/profile", summary: "Changes the person's name." })
  .input(z.object({ first_name: firstName, last_name: lastName }))
  .output(message);

export const removeAvatar = operation(signedIn)
  .route({ method: "DELETE", path: "/profile/avatar", summary: "Removes the person's picture." })
  .output(message);

export const changePassword = operation(signedIn)
  .route({ method: "POST", path: "/profile/password", summary: "Changes the password; every other session ends." })
  .input(z.object({ current_password: z.string().max(PASSWORD_MAXIMUM * 4), password: newPassword }))
  .output(message);

export const endSession = operation(signedIn)
  .route({ method: "DELETE", path: "/profile/sessions/{id}", summary: "Signs one browser out." })
  .input(z.object({ id: z.string().max(100) }))
  .output(message);

export const endOtherSessions = operation(signedIn)
  .route({ method: "DELETE", path: "/profile/sessions", summary: "Signs every browser out but this one." })
  .output(message);

/** What the pages of the login application ask of their own server; it is reached under {login}/api. */
export const loginContract = operationsOf({
  getStatus,
  signIn,
  confirmSignIn,
  beginProviderSignIn,
  signOut,
  inspectToken,
  activate,
  resendActivation,
  firstRun,
  register,
  forgotPassword,
  resetPassword,
  inspectInvitation,
  acceptInvitation,
  mailActivation,
  getProfile,
  updateProfile,
  removeAvatar,
  changePassword,
  endSession,
  endOtherSessions,
  listSecurityEvents,
  getSecondFactor,
  beginTotp,
  confirmTotp,
  turnTotpOff,
  renewRecoveryCodes,
  forgetBrowser,
  beginPasskeySignIn,
  signInWithPasskey,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  confirmIdentity,
  confirmWithPasskey,
  askMailChange,
  withdrawMailChange,
  inspectMailChange,
  confirmMailChange,
  cancelMailChange,
});

/** Every request of the pages carries it: a foreign page cannot send it without being asked about first. */
export const LOGIN_HEADER = "x-kinora-login";
/** Where the operations are, below the login application's URL. */
export const LOGIN_PREFIX = "/api";
/** The picture is sent as it is, not as JSON: PUT with its own content type. */
export const AVATAR_PATH = "/api/profile/avatar";
export const AVATAR_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export const AVATAR_MAXIMUM_BYTES = 2 * 1024 * 1024;
