import { Button, Checkbox, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { confirmation, go, pagePath, wayBack } from "../address.ts";
import { login } from "../client.ts";
import { Column } from "../Column.tsx";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";

/** The step after the password of a person with a second factor. */
export function CodeStep({ ticket }: { ticket: string }) {
  const [code, setCode] = useState("");
  const [remember, setRemember] = useState(false);
  const [isRecovery, setRecovery] = useState(false);
  const confirm = useAction(
    () => login.confirmSignIn({ ticket, code, remember, ...confirmation, ...wayBack }),
    ({ next }) => go(next),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirm.run(undefined);
  };
  const swap = () => {
    setCode("");
    setRecovery(!isRecovery);
  };
  return (
    <Column
      title="Enter your code"
      lead={
        isRecovery ? "One of the ten codes you saved. Each works once." : "The six digits your app shows for Kinora."
      }
    >
      <form className="fields" onSubmit={submit} noValidate>
        <ProblemNotice problem={confirm.problem} except={["code"]} />
        <TextInput
          key={isRecovery ? "recovery" : "app"}
          label={isRecovery ? "Recovery code" : "Code"}
          name="code"
          autoComplete="one-time-code"
          inputMode={isRecovery ? "text" : "numeric"}
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          value={code}
          error={confirm.fieldError("code")}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Checkbox
          label="Do not ask again in this browser for 30 days"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" loading={confirm.running} fullWidth>
          Sign in
        </Button>
      </form>
      <p className="aside">
        <button type="button" className="link" onClick={swap}>
          {isRecovery ? "Use a code of your app" : "Use a recovery code"}
        </button>
        {" · "}
        <a href={pagePath("/login")}>Start again</a>
      </p>
    </Column>
  );
}
