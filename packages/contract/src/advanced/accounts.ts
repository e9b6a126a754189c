import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import { CURRENCIES } from "@kinora/domain/billing/money.ts";
import { composed } from "@kinora/domain/composed.ts";
import {
  ACCOUNT_NOTE_MAX,
  ACCOUNT_STATUSES,
  REASON_MAX,
  STORAGE_LIMIT_MAX,
  TRAFFIC_DAYS,
} from "@kinora/domain/people/installation.ts";
import { z } from "zod";
import { operation, superuser } from "../access.ts";
import { email } from "../people/users.ts";
import { csvFile, id, line, message, moment, named, pageQuery, paginationShape } from "../shapes.ts";

const NAME_MAX = 100;
const LIMIT = "A limit is a number of bytes of up to a pebibyte.";
const storageLimit = z.number(LIMIT).int(LIMIT).min(0, LIMIT).max(STORAGE_LIMIT_MAX, LIMIT).nullable();

export const installationAccount = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  /** Null while it is not suspended. */
  suspended_reason: z.string().nullable(),
  /** When everything of a closed account is deleted, or was; null for one that is not closed. */
  purge_at: moment.nullable(),
  /** The emails of its owners, at most three. */
  owners: z.array(z.string()),
  projects: z.number(),
  users: z.number(),
  videos: z.number(),
  storage_bytes: z.number(),
  /** Null: no limit but the disk's. */
  storage_limit_bytes: z.number().nullable(),
  /** The name of the plan that holds today; null without one. */
  plan: z.string().nullable(),
  /** The name of the plan that its owners requested, while that is open; null without one. */
  plan_request: z.string().nullable(),
  /** What the plan that holds today costs each month, discounts deducted, before usage and VAT; null without one, and when it is closed. */
  monthly_revenue: z.object({ amount: z.number(), currency: z.enum(CURRENCIES) }).nullable(),
  /** Of its invoices by currency, in minor units: what is still to be paid, and what was paid too much. */
  balances: z.array(z.object({ currency: z.enum(CURRENCIES), owed: z.number(), credit: z.number() })),
  /** Sent to viewers in the days of the ledger that are the last 30. */
  traffic_bytes: z.number(),
  /** The newest line of its audit log; null without one. */
  last_activity_at: moment.nullable(),
  /** What superusers wrote down; null for nothing. The author is null when that person is gone. */
  note: z.object({ text: z.string(), changed_at: moment, changed_by: z.string().nullable() }).nullable(),
  created_at: moment,
});

const accountFilter = {
  search: z.string().overwrite(composed).trim().max(200).optional(),
  status: z.enum(ACCOUNT_STATUSES).optional(),
};

export const listAccounts = operation(superuser)
  .route({
    method: "GET",
    path: "/advanced/accounts",
    tags: ["Advanced"],
    summary: "The accounts of the installation, the newest first.",
  })
  .input(z.object({ ...pageQuery, ...accountFilter }))
  .output(z.object({ data: z.array(installationAccount), pagination: paginationShape }));

export const exportAccounts = operation(superuser)
  .route({
    method: "GET",
    outputStructure: "detailed",
    path: "/advanced/accounts.csv",
    tags: ["Advanced"],
    summary: `The same accounts as CSV, the newest first, with their traffic of ${TRAFFIC_DAYS} days, their monthly revenue and balances, and without notes.`,
  })
  .input(z.object(accountFilter))
  .output(csvFile);

const NOTE = `A note can have up to ${ACCOUNT_NOTE_MAX} characters.`;

export const saveAccountNote = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/accounts/{account_id}/note",
    tags: ["Advanced"],
    summary: "Writes down what only superusers see of an account; an empty note deletes it.",
  })
  .input(
    z.object({
      account_id: id,
      note: z
        .string()
        .trim()
        .max(ACCOUNT_NOTE_MAX, NOTE)
        .regex(/^[^\0]*$/, "A note cannot contain control characters."),
    }),
  )
  .output(message);

export const createAccount = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts",
    tags: ["Advanced"],
    successStatus: 201,
    summary: "Creates an account whose owner is a person of the installation.",
  })
  .input(z.object({ name: line("Name", NAME_MAX), owner_email: email, storage_limit_bytes: storageLimit.optional() }))
  .output(message.extend({ data: named }));

export const limitAccount = operation(superuser)
  .route({
    method: "PUT",
    path: "/advanced/accounts/{account_id}/limits",
    tags: ["Advanced"],
    summary: "Sets the bytes an account may store; null for no limit. Uploads beyond it are refused.",
  })
  .input(z.object({ account_id: id, storage_limit_bytes: storageLimit }))
  .output(message);

export const suspendAccount = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/suspend",
    tags: ["Advanced"],
    summary:
      "Suspends an account: nothing of it plays, its livestreams end, its API keys stop, and its people can look but change nothing.",
  })
  .input(z.object({ account_id: id, reason: line("Reason", REASON_MAX) }))
  .output(message);

export const reopenAccount = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/reopen",
    tags: ["Advanced"],
    summary: "Ends the suspension of an account; everything is as it was.",
  })
  .input(z.object({ account_id: id }))
  .output(message);

export const closeAccount = operation(superuser, { proof: "always" })
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/close",
    tags: ["Advanced"],
    summary: `Closes an account: it stops as when suspended, and everything in it is deleted ${CLOSED_DAYS} days later unless it is kept.`,
  })
  .input(z.object({ account_id: id, reason: line("Reason", REASON_MAX) }))
  .output(message);

export const keepAccount = operation(superuser)
  .route({
    method: "POST",
    path: "/advanced/accounts/{account_id}/keep",
    tags: ["Advanced"],
    summary: "Keeps an account that was closed; one that was suspended before is suspended again.",
  })
  .input(z.object({ account_id: id }))
  .output(message);
