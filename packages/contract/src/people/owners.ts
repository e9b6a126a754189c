import { z } from "zod";
import { operation, owner } from "../access.ts";
import { id, message } from "../shapes.ts";

export const addOwner = operation(owner("account"), { proof: "always" })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/owners",
    tags: ["Users"],
    summary: "Makes a member of one of the account's projects an owner of the account.",
  })
  .input(z.object({ account_id: id, user_id: id }))
  .output(message);

export const removeOwner = operation(owner("account"), { proof: "always" })
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/owners/{user_id}",
    tags: ["Users"],
    summary: "Ends someone else's ownership of the account; they keep the projects they are a member of.",
  })
  .input(z.object({ account_id: id, user_id: id }))
  .output(message);
