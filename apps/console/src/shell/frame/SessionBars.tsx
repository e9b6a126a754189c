import { ActingBar } from "./ActingBar.tsx";
import { StandingBar } from "./StandingBar.tsx";
import { ViewAsBar } from "./ViewAsBar.tsx";

/** What is unusual, above every page: whom the session acts as, the role it views the project as, and why the account is read-only. */
export function SessionBars() {
  return (
    <>
      <ActingBar />
      <ViewAsBar />
      <StandingBar />
    </>
  );
}
