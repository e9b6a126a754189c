import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { pagePath } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";

/** Asks for a link to choose a new password. */
export function ForgotPage() {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState("");
  const ask = useAction(
    () => login.forgotPassword({ email }),
    ({ message }) => setSent(message),
  );
  const back = (
    <p className="aside">
      <a href={pagePath("/login")}>Back to sign in</a>
    </p>
  );
  if (sent) {
    return (
      <Column title="Check your email" lead={sent}>
        {back}
      </Column>
    );
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ask.run(undefined);
  };
  return (
    <Column title="Forgot your password?" lead="We'll email you a link to choose a new one. It works for one hour.">
      <form className="fields" onSubmit={submit} noValidate>
        <ProblemNotice problem={ask.problem} except={["email"]} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          error={ask.fieldError("email")}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit" loading={ask.running} fullWidth>
          Send link
        </Button>
      </form>
      {back}
    </Column>
  );
}
