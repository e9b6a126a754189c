import { z } from "zod";
import { anyone, operation, signedIn } from "../access.ts";
import { message, moment } from "../shapes.ts";
import { proof } from "./second-factor.ts";
import { email } from "./users.ts";

const token = z.object({ token: z.string().min(1).max(100) });

/** A new address that waits for both mailboxes. */
export const mailChange = z.object({
  email: z.string(),
  old_confirmed: z.boolean(),
  new_confirmed: z.boolean(),
  expires_at: moment,
});

export const askMailChange = operation(signedIn)
  .route({
    method: "POST",
    path: "/profile/email",
    summary: "Mails a link to the old and one to the new address; both have to be confirmed before anything changes.",
  })
  .input(proof.extend({ email }))
  .output(message);

export const withdrawMailChange = operation(signedIn)
  .route({ method: "DELETE", path: "/profile/email", summary: "Ends a change of the address that is not finished." })
  .output(message);

export const inspectMailChange = operation(anyone)
  .route({ method: "POST", path: "/email-change", summary: "What a link of a change of the address is about." })
  .input(token)
  .output(
    z.object({
      /** Null when the link is over: used, expired, withdrawn, or never ours. */
      change: z
        .object({
          /** Which of the two addresses the link was sent to. */
          side: z.enum(["old", "new"]),
          old_email: z.string(),
          new_email: z.string(),
          /** Whether this side has confirmed already. */
          confirmed: z.boolean(),
        })
        .nullable(),
    }),
  );

export const confirmMailChange = operation(anyone)
  .route({
    method: "POST",
    path: "/email-change/confirm",
    summary: "Confirms a new address from one of the two mailboxes; the second confirmation changes it.",
  })
  .input(token)
  .output(message.extend({ changed: z.boolean() }));

export const cancelMailChange = operation(anyone)
  .route({
    method: "POST",
    path: "/email-change/cancel",
    summary: "Ends a change of the address with the link that the old address got.",
  })
  .input(token)
  .output(message);
