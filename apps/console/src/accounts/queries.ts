import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { dataQuery, pageQuery } from "../platform/queries.ts";
import type { ListedProject } from "../projects/list/project-queries.ts";

type Listed<Call extends (...args: never[]) => Promise<{ data: readonly unknown[] }>> = Awaited<
  ReturnType<Call>
>["data"][number];

export type AccountOwner = Listed<typeof api.accounts.listAccountOwners>;
export type AccountMember = Listed<typeof api.accounts.listAccountMembers>;
export type AccountDetails = Awaited<ReturnType<typeof api.accounts.getAccountDetails>>["data"];
export type AccountStatistics = Awaited<ReturnType<typeof api.accounts.getAccountStatistics>>["data"];

/** What a dialog about a project gets. */
export interface ProjectDialogProps {
  accountId: number;
  project: ListedProject;
  onClose: () => void;
}

type MembersInput = Omit<Parameters<typeof api.accounts.listAccountMembers>[0], "account_id">;

export const membersKey = (accountId: number) => ["account", accountId, "members"] as const;
export const detailsKey = (accountId: number) => ["account", accountId, "details"] as const;

export const membersQuery = (accountId: number, input: MembersInput) =>
  pageQuery([...membersKey(accountId), input], api.accounts.listAccountMembers, { account_id: accountId, ...input });

/** The API keys that a person made in the account. */
export const memberKeysQuery = (accountId: number, userId: number) =>
  dataQuery([...membersKey(accountId), userId, "keys"], api.accounts.listMemberKeys, {
    account_id: accountId,
    user_id: userId,
  });

export const detailsQuery = (accountId: number) =>
  dataQuery(detailsKey(accountId), api.accounts.getAccountDetails, { account_id: accountId });

export const statisticsQuery = (accountId: number, month: string) =>
  queryOptions({
    queryKey: ["account", accountId, "statistics", month],
    queryFn: async ({ signal }) =>
      (await api.accounts.getAccountStatistics({ account_id: accountId, month }, { signal })).data,
    placeholderData: keepPreviousData,
  });
