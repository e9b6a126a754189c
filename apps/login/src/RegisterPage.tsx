import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { pagePath } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";
import { useStatus } from "./use-status.ts";

/** An account of one's own where registration is open; otherwise how to get in. */
export function RegisterPage() {
  const { status, problem } = useStatus();
  const [sent, setSent] = useState("");
  const [email, setEmail] = useState("");
  const [accountName, setAccountName] = useState("");
  const register = useAction(
    () => login.register({ email, account_name: accountName }),
    ({ message }) => setSent(message),
  );

  if (sent) {
    return (
      <Column title="Check your email" lead={sent}>
        <BackToSignIn />
      </Column>
    );
  }
  if (status?.open_registration === false) return <ByInvitation />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    register.run(undefined);
  };
  return (
    <Column title="Register" lead="We'll email you a link to continue.">
      <form className="fields" onSubmit={submit} noValidate>
        <ProblemNotice problem={register.problem ?? problem} except={["email", "account_name"]} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={email}
          error={register.fieldError("email")}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Account name"
          description="Your company or team. You can change it later."
          autoComplete="organization"
          required
          withAsterisk={false}
          value={accountName}
          error={register.fieldError("account_name")}
          onChange={(event) => setAccountName(event.currentTarget.value)}
        />
        <Button type="submit" loading={register.running} disabled={!status} fullWidth>
          Send link
        </Button>
      </form>
      <BackToSignIn />
    </Column>
  );
}

/** Where registration is closed. */
function ByInvitation() {
  return (
    <Column title="Registration is by invitation" lead="You can't register here on your own.">
      <Notice>
        <p>Ask an owner of an account to invite you. You'll get an email with a link to choose your password.</p>
      </Notice>
      <BackToSignIn />
    </Column>
  );
}

function BackToSignIn() {
  return (
    <p className="aside">
      <a href={pagePath("/login")}>Back to sign in</a>
    </p>
  );
}
