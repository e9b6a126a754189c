import { showMomentsIn } from "@kinora/ui/moments.ts";
import { setApiHost } from "../platform/client.ts";
import { session } from "../platform/session.ts";
import { toasts } from "../platform/toasts.ts";
import { aConfig, aUser } from "./videos.ts";

/** The console as its bootstrap leaves it for someone who may do everything, in UTC wherever the tests run; for `beforeEach`. */
export function signedIn(): void {
  setApiHost("http://localhost:4002");
  session.set({ config: aConfig(), user: aUser() });
  showMomentsIn("UTC");
  toasts.set({ shown: [] });
}
