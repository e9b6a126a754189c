import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { preferencesQuery } from "./libraryQueries.ts";

type Name = Parameters<typeof api.preferences.savePreference>[0]["name"];

/** How the person likes a list, kept on the server: the same in every browser. */
export function usePreference(name: Name, usual: readonly string[]): [readonly string[], (value: string[]) => void] {
  const client = useQueryClient();
  const stored = useQuery(preferencesQuery).data?.[name];
  const save = useMutation({
    mutationFn: (value: string[]) => api.preferences.savePreference({ name, value }),
    onMutate: (value) =>
      client.setQueryData(preferencesQuery.queryKey, (before: Record<string, string[]> | undefined) => ({
        ...before,
        [name]: value,
      })),
  });
  return [stored ?? usual, save.mutate];
}
