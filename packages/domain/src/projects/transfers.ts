/** Days for which a project that is offered to another account can be accepted. */
export const TRANSFER_DAYS = 7;

/** Offers of an account in 24 hours: each may send a mail to a person outside it. */
export const TRANSFERS_A_DAY = 20;

export type TransferState = "open" | "accepted" | "declined" | "withdrawn" | "expired";
