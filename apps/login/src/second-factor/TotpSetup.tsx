import { Button, TextInput } from "@mantine/core";
import { lazy, Suspense, useState, type SyntheticEvent } from "react";
import { login } from "../client.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";
import { CopyButton } from "./CopyButton.tsx";
import { ProofForm } from "./ProofForm.tsx";

const QrCode = lazy(async () => ({ default: (await import("@kinora/ui/kit/QrCode.tsx")).QrCode }));

type Secret = Awaited<ReturnType<typeof login.beginTotp>>;

interface TotpSetupProps {
  email: string;
  onDone: (recoveryCodes: string[]) => void;
  /** Without it the setup cannot be left. */
  onCancel?: (() => void) | undefined;
}

/** The password, then the secret for an app as a code and as text, then a first code of it. */
export function TotpSetup({ email, onDone, onCancel }: TotpSetupProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  if (secret) return <FirstCode secret={secret} onDone={onDone} onCancel={onCancel} />;
  return (
    <ProofForm
      email={email}
      action="Continue"
      withCode={false}
      send={({ current_password = "" }) => login.beginTotp({ current_password })}
      onDone={setSecret}
      onCancel={onCancel}
    />
  );
}

function FirstCode({ secret, onDone, onCancel }: { secret: Secret } & Omit<TotpSetupProps, "email">) {
  const [code, setCode] = useState("");
  const confirm = useAction(
    () => login.confirmTotp({ code }),
    ({ recovery_codes: codes }) => onDone(codes),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    confirm.run(undefined);
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <ProblemNotice problem={confirm.problem} except={["code"]} />
      <p className="say">Scan this with an authenticator app, or enter the key manually.</p>
      <Suspense fallback={<p className="muted">Loading the code...</p>}>
        <QrCode text={secret.uri} label="Setup key QR code" className="qr" />
      </Suspense>
      <div className="secret">
        <code>{secret.secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton text={secret.secret} label="Copy the key" />
      </div>
      <details>
        <summary>Setup URL</summary>
        <code className="uri">{secret.uri}</code>
      </details>
      <TextInput
        label="6-digit code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={confirm.fieldError("code")}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className="actions">
        <Button type="submit" loading={confirm.running}>
          Turn on
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </form>
  );
}
