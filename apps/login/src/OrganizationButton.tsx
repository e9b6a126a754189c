import { Button } from "@mantine/core";
import { go, wayBack } from "./address.ts";
import { login } from "./client.ts";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";

/** Leads people to the provider of the organization that their email belongs to. */
export function OrganizationButton({ email }: { email: string }) {
  const begin = useAction(
    () => login.beginProviderSignIn({ email, ...wayBack }),
    ({ next }) => go(next),
  );
  return (
    <div className="fields further">
      <ProblemNotice problem={begin.problem} />
      <Button variant="default" loading={begin.running} onClick={() => begin.run(undefined)} fullWidth>
        Sign in with your organization
      </Button>
    </div>
  );
}
