import { z } from "zod";
import { operation, owner } from "../access.ts";
import { id, message } from "../shapes.ts";

export const getAccountSecurity = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/security",
    tags: ["Users"],
    summary: "Whether the account demands a second factor, and how many of its people have none.",
  })
  .input(z.object({ account_id: id }))
  .output(
    z.object({
      data: z.object({
        second_factor_required: z.boolean(),
        people: z.number(),
        without_second_factor: z.number(),
      }),
    }),
  );

export const setAccountSecurity = operation(owner("account"))
  .route({
    method: "PUT",
    path: "/accounts/{account_id}/security",
    tags: ["Users"],
    summary:
      "Demands a second factor of the account's people, or stops; those without one set it up before the console opens.",
  })
  .input(z.object({ account_id: id, second_factor_required: z.boolean() }))
  .output(message);
