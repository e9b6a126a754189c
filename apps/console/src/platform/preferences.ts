import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { copyText } from "./clipboard.ts";
import { queryClient } from "./query-client.ts";

/** How the person likes the console, kept on the server: the same in every browser. */
export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  queryFn: async ({ signal }) => (await api.preferences.getPreferences({}, { signal })).data,
  staleTime: 300_000,
});

/** What is known of someone's first steps: put away, called back, or an embed code copied. */
export type FirstStep = "dismissed" | "shown" | "embed";

/** Changes what is known of the first steps; it shows at once and is kept for every browser. */
export async function rememberFirstSteps(change: (known: readonly string[]) => readonly FirstStep[] | string[]) {
  const known = (await queryClient.query(preferencesQuery))["onboarding"] ?? [];
  const value = [...new Set<string>(change(known))];
  if (value.length === known.length && value.every((each) => known.includes(each))) return;
  queryClient.setQueryData(preferencesQuery.queryKey, (before) => ({ ...before, onboarding: value }));
  await api.preferences.savePreference({ name: "onboarding", value });
}

/** Copies an embed code; wherever someone does it, the first step "Copy the embed code" is done. */
export async function copyEmbedCode(label: string, code: string): Promise<boolean> {
  const copied = await copyText(label, code);
  if (copied) await rememberFirstSteps((known) => [...known, "embed"]);
  return copied;
}
