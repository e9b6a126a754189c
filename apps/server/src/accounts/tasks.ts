import { mailOwners } from "./closing/mails.ts";
import { purgeClosedAccounts } from "./closing/purge.ts";

export const accountTasks = [mailOwners];

/** What accounts need by the clock. */
export const accountChores = [purgeClosedAccounts];
