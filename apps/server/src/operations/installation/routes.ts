import { operations } from "../../platform/http/operations.ts";
import { readFeatures, saveFeatures } from "./account-features.ts";
import { setMaintenance } from "./maintenance.ts";
import { saveInstallation } from "./settings.ts";

const WORDS = {
  off: "Maintenance is off.",
  announced: "Maintenance is announced.",
  on: "Maintenance is on: only superusers change anything.",
} as const;

/** What superusers decide for the whole installation. */
export const installationRoutes = {
  getInstallation: operations.advanced.getInstallation.handler(async ({ context }) => ({
    data: await context.installation.settings(),
  })),
  saveSwitches: operations.advanced.saveSwitches.handler(async ({ context, input }) => {
    await saveInstallation(context, input);
    return { message: "Switches are saved." };
  }),
  setMaintenance: operations.advanced.setMaintenance.handler(async ({ context, input }) => {
    await setMaintenance(context, input);
    return { message: WORDS[input.mode] };
  }),
  saveLimits: operations.advanced.saveLimits.handler(async ({ context, input }) => {
    await saveInstallation(context, { limits: input });
    return { message: "Limits are saved." };
  }),
  getAccountFeatures: operations.advanced.getAccountFeatures.handler(async ({ context, input }) => ({
    data: await readFeatures(context, input.account_id),
  })),
  saveAccountFeatures: operations.advanced.saveAccountFeatures.handler(async ({ context, input }) => {
    await saveFeatures(context, input.account_id, input.own);
    return { message: "Features are saved." };
  }),
};
