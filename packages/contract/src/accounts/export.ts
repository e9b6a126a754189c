import { EXPORT_DAYS, EXPORT_PERMIT_MINUTES, EXPORT_STATES } from "@kinora/domain/accounts/export.ts";
import { z } from "zod";
import { operation, owner } from "../access.ts";
import { file, id, message, moment, person } from "../shapes.ts";

const whose = z.object({ account_id: id });
const exportedBy = person.pick({ id: true, first_name: true, last_name: true }).nullable();

export const getAccountExport = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/export",
    tags: ["Accounts"],
    summary: "The last export of the account, and how far it is; null where none was requested.",
  })
  .input(whose)
  .output(
    z.object({
      data: z
        .object({
          state: z.enum(EXPORT_STATES),
          requested_at: moment,
          /** Null when that person is gone. */
          requested_by: exportedBy,
          /** Files of the zip that are written. */
          files_done: z.number(),
          /** Null until they were counted. */
          files: z.number().nullable(),
          /** Of the zip; 0 until it is complete. */
          bytes: z.number(),
          /** Why it failed. */
          problem: z.string().nullable(),
          finished_at: moment.nullable(),
          /** Until when it can be downloaded; null while it is not complete. */
          expires_at: moment.nullable(),
          /** Null while nobody has downloaded it. */
          downloaded_at: moment.nullable(),
          downloaded_by: exportedBy,
          /** Whether its file is still there and was not downloaded. */
          available: z.boolean(),
        })
        .nullable(),
    }),
  );

export const requestAccountExport = operation(owner("account"), { proof: "always", whileClosing: true })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/export",
    tags: ["Accounts"],
    summary: `Begins an export: a job writes everything of the account but media files and secrets into a zip, which is kept ${EXPORT_DAYS} days. The one before is deleted.`,
  })
  .input(whose)
  .output(message);

export const cancelAccountExport = operation(owner("account"), { whileClosing: true })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/export/cancel",
    tags: ["Accounts"],
    summary: "Cancels the export in progress.",
  })
  .input(whose)
  .output(message);

export const permitAccountExport = operation(owner("account"), { proof: "always", whileClosing: true })
  .route({
    method: "POST",
    path: "/accounts/{account_id}/export/download",
    tags: ["Accounts"],
    summary: `Lets the person who calls download the export within ${EXPORT_PERMIT_MINUTES} minutes.`,
  })
  .input(whose)
  .output(message);

export const downloadAccountExport = operation(owner("account"))
  .route({
    method: "GET",
    path: "/accounts/{account_id}/export/file",
    outputStructure: "detailed",
    tags: ["Accounts"],
    summary:
      "The zip, once, for the person who was permitted to download it within the last minutes. A download that breaks off can be started again.",
  })
  .input(whose)
  .output(file);
