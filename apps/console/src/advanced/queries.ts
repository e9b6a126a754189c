import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { pageQuery } from "../platform/queries.ts";
import { projectsKey } from "../projects/list/project-queries.ts";

type PeopleInput = Parameters<typeof api.advanced.listInstallationPeople>[0];
type AccountsInput = Parameters<typeof api.advanced.listAccounts>[0];

export type InstallationPerson = Awaited<ReturnType<typeof api.advanced.listInstallationPeople>>["data"][number];
export type InstallationAccount = Awaited<ReturnType<typeof api.advanced.listAccounts>>["data"][number];
export type CounterDifference = Awaited<ReturnType<typeof api.advanced.rebuildProjectCounters>>["data"][number];

export const peopleKey = ["advanced", "users"] as const;
export const accountsKey = ["advanced", "accounts"] as const;

export const peopleQuery = (input: PeopleInput) =>
  pageQuery([...peopleKey, input], api.advanced.listInstallationPeople, input);

export const accountsQuery = (input: AccountsInput) =>
  pageQuery([...accountsKey, input], api.advanced.listAccounts, input);

export const moveQuery = (projectId: number, accountId: number) =>
  queryOptions({
    queryKey: [...projectsKey(null), projectId, "move", accountId],
    queryFn: async ({ signal }) =>
      (await api.advanced.previewProjectMove({ project_id: projectId, account_id: accountId }, { signal })).data,
    // Why it cannot be moved is no fault that passes.
    retry: false,
  });
