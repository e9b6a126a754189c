import { operations } from "../../platform/http/operations.ts";
import { beginBackup, beginVerification, cancelBackup, listBackups } from "./backups.ts";
import { saveSchedule } from "./schedule.ts";

/** Backups of the installation. */
export const backupRoutes = {
  listBackups: operations.advanced.listBackups.handler(({ context }) => listBackups(context)),
  makeBackup: operations.advanced.makeBackup.handler(async ({ context }) => {
    await beginBackup(context);
    return { message: "The backup is being made." };
  }),
  saveBackupSchedule: operations.advanced.saveBackupSchedule.handler(async ({ context, input }) => {
    await saveSchedule(context, input);
    return { message: input.daily ? "Backups are made daily." : "Backups are made when you ask for them." };
  }),
  cancelBackup: operations.advanced.cancelBackup.handler(async ({ context, input }) => {
    await cancelBackup(context, input.backup_id);
    return { message: "The backup is canceled." };
  }),
  verifyBackup: operations.advanced.verifyBackup.handler(async ({ context, input }) => {
    await beginVerification(context, input.backup_id);
    return { message: "The backup is being verified." };
  }),
};
