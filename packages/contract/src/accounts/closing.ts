import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import { z } from "zod";
import { operation, owner } from "../access.ts";
import { id, message } from "../shapes.ts";

export const closeAccount = operation(owner("account"), { proof: "always" })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/close",
    tags: ["Accounts"],
    summary: `Closes the account: it stops as when suspended, and everything in it is deleted ${CLOSED_DAYS} days later unless an owner keeps it.`,
  })
  .input(
    z.object({
      account_id: id,
      /** The account's name, typed by the person who closes it. */
      name: z.string().trim().min(1, "Type the account's name.").max(200),
    }),
  )
  .output(message);

export const keepAccount = operation(owner("account"), { whileClosing: true })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/keep",
    tags: ["Accounts"],
    summary: "Keeps an account that was closed; everything is as it was before.",
  })
  .input(z.object({ account_id: id }))
  .output(message);
