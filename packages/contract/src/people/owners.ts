import { z } from "zod";
import { operation, owner } from "../access.ts";
import { id, message } from "../shapes.ts";
import { madeKey } from "./users.ts";

export const addOwner = operation(owner("account"), { proof: "always" })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/owners",
    tags: ["Users"],
    summary: "Makes a member of one of the account's projects an owner of the account.",
  })
  .input(z.object({ account_id: id, user_id: id }))
  .output(message);

export const listOwnerKeys = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/owners/{user_id}/api-keys",
    tags: ["Users"],
    summary: "The API keys an owner made that are disabled when their ownership ends.",
  })
  .input(z.object({ account_id: id, user_id: id }))
  .output(z.object({ data: z.array(madeKey) }));

export const removeOwner = operation(owner("account"), { proof: "always" })
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/owners/{user_id}",
    tags: ["Users"],
    summary:
      "Ends someone else's ownership; they stay members, API keys they may no longer have are disabled or become those of `keys_to`.",
  })
  .input(z.object({ account_id: id, user_id: id, keys_to: id.nullish() }))
  .output(message);
