import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";

interface ProofFormProps<Result> {
  email: string;
  /** The words of the button. */
  action: string;
  /** Whether a code may replace the password. */
  withCode?: boolean;
  send: (proof: { current_password?: string; code?: string }) => Promise<Result>;
  onDone: (result: Result) => void;
  onCancel?: (() => void) | undefined;
}

/** Asks for the password, or a code in its place, before something about the sign-in changes. */
export function ProofForm<Result>({ email, action, withCode = true, send, onDone, onCancel }: ProofFormProps<Result>) {
  const [isCode, setIsCode] = useState(false);
  const [value, setValue] = useState("");
  const change = useAction(() => send(isCode ? { code: value } : { current_password: value }), onDone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.run(undefined);
  };
  const swap = () => {
    setValue("");
    setIsCode(!isCode);
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <ProblemNotice problem={change.problem} except={["current_password", "code"]} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {isCode ? (
        <TextInput
          label="Code of your app, or a recovery code"
          autoComplete="one-time-code"
          autoFocus
          value={value}
          error={change.fieldError("code")}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      ) : (
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          autoFocus
          value={value}
          error={change.fieldError("current_password")}
          onChange={(event) => setValue(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide your password" }}
        />
      )}
      <div className="actions">
        <Button type="submit" loading={change.running}>
          {action}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        {withCode ? (
          <button type="button" className="link" onClick={swap}>
            {isCode ? "Use your password" : "Use a code"}
          </button>
        ) : null}
      </div>
    </form>
  );
}
