import { PASSWORD_MAXIMUM } from "@kinora/domain/people/passwords.ts";
import { z } from "zod";
import { anyone, operation, signedIn } from "../access.ts";
import { message, moment } from "../shapes.ts";

/** The address to go to, or a ticket to present with a code when the person has a second factor. */
export const signedInOrAsked = z.object({
  next: z.string(),
  second_factor: z
    .object({
      ticket: z.string(),
      /** Whether the person has codes of an app. */
      app: z.boolean(),
      passkey: z.boolean(),
    })
    .nullable(),
});

/** Where the person wants to go afterwards; addresses that are not ours are ignored. */
export const wayBack = { redirect: z.string().max(2_000).optional(), account_id: z.string().max(20).optional() };

/** Six digits of an app or a recovery code, with the spaces and dashes that people type. */
const code = z
  .string({ error: "Code can not be empty." })
  .trim()
  .min(1, "Code can not be empty.")
  .max(40, "Code can have up to 40 characters.");

const currentPassword = z.string().max(PASSWORD_MAXIMUM * 4);

/** The password, or a code in its place. */
export const proof = z.object({ current_password: currentPassword.optional(), code: code.optional() });

export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const confirmSignIn = operation(anyone)
  .route({
    method: "POST",
    path: "/sign-in/code",
    summary: "Finishes signing in with a code of an app, or a recovery code.",
  })
  .input(
    z.object({
      ticket: z.string().min(1).max(100),
      code,
      /** Whether this browser is not asked again for 30 days. */
      remember: z.boolean(),
      confirm: z.string().max(100).optional(),
      ...wayBack,
    }),
  )
  .output(z.object({ next: z.string() }));

export const getSecondFactor = operation(signedIn)
  .route({ method: "GET", path: "/profile/second-factor", summary: "What the person has beside the password." })
  .output(
    z.object({
      /** Null while codes of an app are off. */
      totp_since: moment.nullable(),
      /** An account that demands a second factor of the person. */
      required_by: z.string().nullable(),
      recovery_codes_left: z.number(),
      passkeys: z.array(
        z.object({ id: z.number(), name: z.string(), created_at: moment, last_used_at: moment.nullable() }),
      ),
      trusted_browsers: z.array(
        z.object({
          id: z.string(),
          ip: z.string().nullable(),
          user_agent: z.string().nullable(),
          created_at: moment,
          last_used_at: moment,
          expires_at: moment,
        }),
      ),
    }),
  );

export const beginTotp = operation(signedIn)
  .route({ method: "POST", path: "/profile/totp/begin", summary: "Makes a secret for an authenticator app." })
  .input(z.object({ current_password: currentPassword }))
  .output(z.object({ secret: z.string(), uri: z.string() }));

export const confirmTotp = operation(signedIn)
  .route({
    method: "POST",
    path: "/profile/totp",
    summary: "Turns codes of an app on with a first one; the recovery codes are in this answer only.",
  })
  .input(z.object({ code }))
  .output(recoveryCodes);

export const turnTotpOff = operation(signedIn)
  .route({ method: "POST", path: "/profile/totp/off", summary: "Turns codes of an app off." })
  .input(proof)
  .output(message);

export const renewRecoveryCodes = operation(signedIn)
  .route({
    method: "POST",
    path: "/profile/recovery-codes",
    summary: "Makes ten new recovery codes; the earlier ones stop working.",
  })
  .input(proof)
  .output(recoveryCodes);

export const forgetBrowser = operation(signedIn)
  .route({
    method: "DELETE",
    path: "/profile/trusted-browsers/{id}",
    summary: "Asks for the second factor in a browser again that was not to be asked.",
  })
  .input(z.object({ id: z.string().max(100) }))
  .output(message);
