import { here, leave, loginUrl } from "./departures.ts";
import { resetAuth } from "./session.ts";

/** Ends the session everywhere; the login application sends the browser back to `to`. */
export async function goToLogout(to: string): Promise<never> {
  const url = await loginUrl("/logout", { redirect: here(to) });
  resetAuth();
  return leave(url);
}
