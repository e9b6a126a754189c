import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";

export type Installation = Awaited<ReturnType<typeof api.advanced.getInstallation>>["data"];

export const installationKey = ["advanced", "installation"] as const;

/** What the operator decided for the whole installation. */
export const installationQuery = () =>
  queryOptions({
    queryKey: installationKey,
    queryFn: async ({ signal }) => (await api.advanced.getInstallation({}, { signal })).data,
  });
