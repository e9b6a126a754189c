import { z } from "zod";
import { operation, owner } from "../access.ts";
import { id, message } from "../shapes.ts";

export const getAccountSecurity = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/security",
    tags: ["Users"],
    summary:
      "Whether the account demands a second factor, how many of its people have none, and whether keys need a proof.",
  })
  .input(z.object({ account_id: id }))
  .output(
    z.object({
      data: z.object({
        second_factor_required: z.boolean(),
        /** Whether people confirm their identity before a stream key or a signing key is shown to them. */
        keys_need_proof: z.boolean(),
        people: z.number(),
        without_second_factor: z.number(),
      }),
    }),
  );

export const setAccountSecurity = operation(owner("account"), { proof: "always" })
  .route({
    method: "PUT",
    path: "/accounts/{account_id}/security",
    tags: ["Users"],
    summary:
      "Demands a second factor of the account's people, or a proof before keys are shown; what is left out stays as it is.",
  })
  .input(
    z.object({
      account_id: id,
      second_factor_required: z.boolean().optional(),
      keys_need_proof: z.boolean().optional(),
    }),
  )
  .output(message);
