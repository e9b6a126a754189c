import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";

export type AccountSignIn = Awaited<ReturnType<typeof api.ownProvider.getAccountSignIn>>["data"];
export type SignInDomain = AccountSignIn["domains"][number];

export const signInKey = (accountId: number) => ["account", accountId, "sign-in"] as const;

export const signInQuery = (accountId: number) =>
  dataQuery(signInKey(accountId), api.ownProvider.getAccountSignIn, { account_id: accountId });

/** The people who are linked to the provider, page by page. */
export const linkedQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: [...signInKey(accountId), "people"],
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      api.ownProvider.listSignInPeople(
        { account_id: accountId, ...(pageParam === null ? {} : { after: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
  });
