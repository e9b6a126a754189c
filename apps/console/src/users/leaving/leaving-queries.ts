import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";

export type MadeKey = Awaited<ReturnType<typeof api.users.listUserKeys>>["data"][number];

export const ownersKey = (accountId: number) => ["account", accountId, "owners"] as const;

export const ownersQuery = (accountId: number) =>
  queryOptions({
    queryKey: ownersKey(accountId),
    queryFn: ({ signal }) => api.accounts.listAccountOwners({ account_id: accountId }, { signal }),
  });

/** The API keys that an owner may no longer have as a member. */
export const ownerKeysQuery = (accountId: number, userId: number) =>
  dataQuery([...ownersKey(accountId), userId, "keys"], api.owners.listOwnerKeys, {
    account_id: accountId,
    user_id: userId,
  });
