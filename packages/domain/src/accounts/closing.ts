/** Days that everything of a closed account is kept; its owners can keep the account until then. */
export const CLOSED_DAYS = 30;

/** Days before a closed account is purged in which its owners are reminded. */
export const REMINDER_DAYS = 7;

/** What accounts can be while nothing in them can be changed. */
export const STANDINGS = ["suspended", "closing"] as const;
export type Standing = (typeof STANDINGS)[number];
