import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { apiInput } from "../../platform/api-input.ts";
import { api } from "../../platform/client.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { projectsView } from "./projects-view.ts";

export type ListedProject = Awaited<ReturnType<typeof api.advanced.listInstallationProjects>>["data"][number];

/** The account whose projects are listed, for its owners; null for those of all accounts, for superusers. */
export type ProjectScope = number | null;

export const projectsKey = (scope: ProjectScope) =>
  scope === null ? (["advanced", "projects"] as const) : (["account", scope, "projects"] as const);

/** A page of projects, as the address of its page has it. */
export function useProjects(scope: ProjectScope) {
  const at = useListAddress(projectsView);
  const { search, status, account } = at.address;
  const input = withoutNothing({ ...projectsView.pageOf(at.address), search, status });
  const list = useQuery(
    queryOptions({
      queryKey: [...projectsKey(scope), input, scope === null ? account : undefined],
      queryFn: ({ signal }) =>
        scope === null
          ? api.advanced.listInstallationProjects(
              apiInput("advanced.listInstallationProjects", withoutNothing({ ...input, account })),
              { signal },
            )
          : api.accounts.listAccountProjects(
              apiInput("accounts.listAccountProjects", { ...input, account_id: scope }),
              { signal },
            ),
      placeholderData: keepPreviousData,
    }),
  );
  return { at, list };
}
