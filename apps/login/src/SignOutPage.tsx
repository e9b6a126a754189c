import { Button } from "@mantine/core";
import type { SyntheticEvent } from "react";
import { go, wayBack } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";

/** Asks before signing out: a page that is not ours may have sent the browser here. */
export function SignOutPage() {
  const signOut = useAction(
    () => login.signOut(wayBack.redirect === undefined ? {} : { redirect: wayBack.redirect }),
    ({ next }) => go(next),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    signOut.run(undefined);
  };
  return (
    <Column title="Sign out?" lead="You will be signed out of Kinora in this browser.">
      <form className="fields" onSubmit={submit}>
        <ProblemNotice problem={signOut.problem} />
        <Button type="submit" loading={signOut.running} fullWidth>
          Sign out
        </Button>
      </form>
    </Column>
  );
}
