import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { preferencesQuery } from "../platform/preferences.ts";
import { useAction } from "../platform/use-action.ts";

type Name = Parameters<typeof api.preferences.savePreference>[0]["name"];

/** How the person likes a list, kept on the server: the same in every browser. It shows before the server has it. */
export function usePreference(name: Name, usual: readonly string[]): [readonly string[], (value: string[]) => void] {
  const client = useQueryClient();
  const stored = useQuery(preferencesQuery).data?.[name];
  const save = useAction(
    async (value: string[]) => ({ ...(await api.preferences.savePreference({ name, value })), message: "" }),
    { changes: [preferencesQuery.queryKey], silent: true, inTurn: `preference ${name}` },
  );
  const choose = (value: string[]) => {
    client.setQueryData(preferencesQuery.queryKey, (before) => ({ ...before, [name]: value }));
    save.mutate(value);
  };
  return [stored ?? usual, choose];
}
