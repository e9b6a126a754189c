import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { confirmation, go, pagePath, wayBack } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { ProblemNotice } from "./Notice.tsx";
import { askedInAddress, refusedInAddress } from "./organization.ts";
import { OrganizationButton } from "./OrganizationButton.tsx";
import { CodeStep, type Asked } from "./second-factor/CodeStep.tsx";
import { PasskeyButton } from "./second-factor/PasskeyButton.tsx";
import { useAction } from "./use-action.ts";
import { useStatus } from "./use-status.ts";

/** Email and password, then the second factor of people who have one. A person who is signed in is redirected at once. */
export function LoginPage() {
  const { status, problem } = useStatus();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState<Asked | null>(askedInAddress);
  const signIn = useAction(
    () => login.signIn({ email, password, ...confirmation, ...wayBack }),
    ({ next, second_factor: factor }) => (factor ? setAsked(factor) : go(next)),
  );

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    signIn.run(undefined);
  };
  if (asked) return <CodeStep asked={asked} />;
  return (
    <Column title="Sign in" lead="Use your Kinora account.">
      <form className="fields" onSubmit={submit}>
        <ProblemNotice problem={signIn.problem ?? problem ?? (signIn.running ? null : refusedInAddress)} />
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div>
          <div className="label-row">
            <label htmlFor="password">Password</label>
            <a href={pagePath("/forgot")}>Forgot password?</a>
          </div>
          <PasswordInput
            id="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
          />
        </div>
        <Button type="submit" loading={signIn.running} fullWidth>
          Sign in
        </Button>
      </form>
      {status?.own_providers ? <OrganizationButton email={email} /> : null}
      <PasskeyButton />
      {status?.open_registration ? (
        <p className="aside">
          New here? <a href={pagePath("/register")}>Create an account</a>
        </p>
      ) : null}
    </Column>
  );
}
