import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState, type ReactNode, type SyntheticEvent } from "react";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";

interface ProofFormProps<Result> {
  email: string;
  /** The words of the button. */
  action: string;
  /** Whether a code may replace the password, or is the only way. */
  withCode?: boolean | "only";
  send: (proof: { current_password?: string; code?: string }) => Promise<Result>;
  onDone: (result: Result) => void;
  onCancel?: (() => void) | undefined;
  /** A field of what is done, above the proof; it shows what the server says about it. */
  field?: (error: (name: string) => string | undefined) => ReactNode;
  /** The names of that field's messages. */
  fieldNames?: string[];
}

/** Asks for the password, or a code in its place, before something about the sign-in changes. */
export function ProofForm<Result>({
  email,
  action,
  withCode = true,
  send,
  onDone,
  onCancel,
  field,
  fieldNames = [],
}: ProofFormProps<Result>) {
  const [isCode, setIsCode] = useState(withCode === "only");
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
      <ProblemNotice problem={change.problem} except={["current_password", "code", ...fieldNames]} />
      {field?.(change.fieldError)}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <ProofField isCode={isCode} isFirst={!field} value={value} error={change.fieldError} onChange={setValue} />
      <div className="actions">
        <Button type="submit" loading={change.running}>
          {action}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        {withCode === true ? (
          <button type="button" className="link" onClick={swap}>
            {isCode ? "Use your password" : "Use a code"}
          </button>
        ) : null}
      </div>
    </form>
  );
}

interface ProofFieldProps {
  isCode: boolean;
  isFirst: boolean;
  value: string;
  error: (name: string) => string | undefined;
  onChange: (value: string) => void;
}

function ProofField({ isCode, isFirst, value, error, onChange }: ProofFieldProps) {
  return isCode ? (
    <TextInput
      label="Authenticator code or recovery code"
      autoComplete="one-time-code"
      autoFocus={isFirst}
      value={value}
      error={error("code")}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <PasswordInput
      label="Your password"
      autoComplete="current-password"
      autoFocus={isFirst}
      value={value}
      error={error("current_password")}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ "aria-label": "Show or hide your password" }}
    />
  );
}
