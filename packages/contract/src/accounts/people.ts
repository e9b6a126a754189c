import { composed } from "@kinora/domain/composed.ts";
import { z } from "zod";
import { operation, owner } from "../access.ts";
import { madeKey } from "../people/users.ts";
import { id, message, moment, pageQuery, paginationShape, person } from "../shapes.ts";

/** A person in the lists of an account's owners and of superusers. */
export const listedPerson = person.extend({
  email: z.string(),
  status: z.enum(["invited", "active", "blocked"]),
  second_factor: z.boolean(),
  last_seen_at: moment.nullable(),
});

export const listAccountOwners = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/owners",
    tags: ["Accounts"],
    summary: "The owners of an account, the first one first; 100 at most.",
  })
  .input(z.object({ account_id: id }))
  .output(z.object({ data: z.array(listedPerson.extend({ since: moment })) }));

export const listAccountMembers = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/members",
    tags: ["Accounts"],
    summary: "The people of all projects of an account with their roles, by name.",
  })
  .input(
    z.object({
      account_id: id,
      ...pageQuery,
      search: z.string().overwrite(composed).trim().max(200).optional(),
      /** Only the members of this project. */
      project: id.optional(),
    }),
  )
  .output(
    z.object({
      data: z.array(
        listedPerson.extend({
          roles: z.array(z.object({ project: z.string(), role: z.string(), blocked: z.boolean() })),
        }),
      ),
      pagination: paginationShape,
    }),
  );

export const listMemberKeys = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/members/{user_id}/api-keys",
    tags: ["Accounts"],
    summary: "The API keys a person made that are disabled when they leave all projects of the account.",
  })
  .input(z.object({ account_id: id, user_id: id }))
  .output(z.object({ data: z.array(madeKey) }));

export const signOutMember = operation(owner("account"))
  .route({
    method: "POST",
    path: "/accounts/{account_id}/members/{user_id}/sign-out",
    tags: ["Accounts"],
    summary: "Ends all sessions of a person who is in projects of no other account; refused for owners and superusers.",
  })
  .input(z.object({ account_id: id, user_id: id }))
  .output(message);

export const removeAccountMember = operation(owner("account"))
  .route({
    method: "DELETE",
    path: "/accounts/{account_id}/members/{user_id}",
    tags: ["Accounts"],
    summary:
      "Removes a person from all projects of the account; their uploads stay, API keys they made are disabled or become those of `keys_to`.",
  })
  .input(z.object({ account_id: id, user_id: id, keys_to: id.nullish() }))
  .output(message);
