import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";

export type Installation = Awaited<ReturnType<typeof api.advanced.getInstallation>>["data"];

export const installationKey = ["advanced", "installation"] as const;

/** What the operator decided for the whole installation. */
export const installationQuery = () => dataQuery(installationKey, api.advanced.getInstallation, {});
