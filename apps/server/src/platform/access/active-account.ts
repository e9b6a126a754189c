import { Refusal } from "../refusal.ts";

/**
 * Refuses an API key or upload token that is valid, but of an account that is not active, so that it can be told from a wrong one.
 * @param what the kind of secret, in the plural.
 * @throws Refusal `forbidden` in an account that is suspended or being closed.
 */
export function requireActiveAccount(status: string, what: "API keys" | "upload tokens"): void {
  if (status === "suspended")
    throw new Refusal("forbidden", `This account is suspended: its ${what} work again when the operator reopens it.`);
  if (status === "closing")
    throw new Refusal("forbidden", `This account is being closed: its ${what} work again if an owner keeps it.`);
}
