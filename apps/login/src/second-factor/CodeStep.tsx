import { Button, Checkbox, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { confirmation, go, pagePath, wayBack } from "../address.ts";
import { login } from "../client.ts";
import { Column } from "../Column.tsx";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";
import { PasskeyButton } from "./PasskeyButton.tsx";

export type Asked = NonNullable<Awaited<ReturnType<typeof login.signIn>>["second_factor"]>;

/** The step after the password of a person with a second factor. */
export function CodeStep({ asked }: { asked: Asked }) {
  const { ticket, app, passkey } = asked;
  const [code, setCode] = useState("");
  const [remember, setRemember] = useState(false);
  const [isRecovery, setRecovery] = useState(!app);
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
        isRecovery
          ? "One of the ten codes you saved. Each works once."
          : "The 6-digit code from your authenticator app."
      }
    >
      <form className="fields" onSubmit={submit} noValidate>
        <ProblemNotice problem={confirm.problem} except={["code"]} />
        <CodeField isRecovery={isRecovery} value={code} error={confirm.fieldError("code")} onChange={setCode} />
        <Checkbox
          label="Don't ask again in this browser for 30 days"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" loading={confirm.running} fullWidth>
          Sign in
        </Button>
      </form>
      {passkey ? <PasskeyButton /> : null}
      <p className="aside">
        {app ? (
          <>
            <button type="button" className="link" onClick={swap}>
              {isRecovery ? "Use an authenticator code" : "Use a recovery code"}
            </button>
            {" · "}
          </>
        ) : null}
        <a href={pagePath("/login")}>Start again</a>
      </p>
    </Column>
  );
}

interface CodeFieldProps {
  isRecovery: boolean;
  value: string;
  error: string | undefined;
  onChange: (code: string) => void;
}

/** A field of its own for each kind of code, so that the other keyboard appears when they change places. */
function CodeField({ isRecovery, value, error, onChange }: CodeFieldProps) {
  return (
    <TextInput
      key={isRecovery ? "recovery" : "app"}
      label={isRecovery ? "Recovery code" : "Code"}
      name="code"
      autoComplete="one-time-code"
      inputMode={isRecovery ? "text" : "numeric"}
      autoCapitalize="off"
      spellCheck={false}
      autoFocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
