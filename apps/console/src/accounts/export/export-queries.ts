import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";

export type AccountExport = NonNullable<Awaited<ReturnType<typeof api.accounts.getAccountExport>>["data"]>;

const RUNNING_MS = 1_000;
/** Whether it was downloaded is known when the last byte was sent, apart from this page. */
const AVAILABLE_MS = 5_000;

export const exportKey = (accountId: number) => ["account", accountId, "export"] as const;

export const exportQuery = (accountId: number) =>
  queryOptions({
    queryKey: exportKey(accountId),
    queryFn: async ({ signal }) => (await api.accounts.getAccountExport({ account_id: accountId }, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.state === "running" ? RUNNING_MS : data?.available ? AVAILABLE_MS : false,
  });
