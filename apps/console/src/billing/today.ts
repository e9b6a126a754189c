import { monthAfter } from "@kinora/domain/billing/months.ts";

/** The day it is in UTC, `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** The month it is in UTC, `YYYY-MM`, and the one before. */
export const thisMonth = (): string => today().slice(0, 7);
export const lastMonth = (): string => monthAfter(thisMonth(), -1);
