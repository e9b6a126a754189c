import { formatDay } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { login } from "../client.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAnswer } from "../use-answer.ts";
import { AddPasskey } from "./AddPasskey.tsx";
import { knowsPasskeys } from "./passkey-browser.ts";
import { Passkeys } from "./Passkeys.tsx";
import { ProofForm } from "./ProofForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { TotpSetup } from "./TotpSetup.tsx";
import { TrustedBrowsers } from "./TrustedBrowsers.tsx";

type Factor = Awaited<ReturnType<typeof login.getSecondFactor>>;
type Open = "setup" | "renew" | "off" | "passkey" | null;

const ask = () => login.getSecondFactor();

/** What is asked beside the password: codes of an app, passkeys, and the browsers that are not asked. */
export function SecondFactorSection({ email }: { email: string }) {
  const { answer, problem, reload } = useAnswer(ask);
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setOpen(null);
    reload();
  };
  const show = (made: string[]) => {
    setCodes(made.length > 0 ? made : null);
    close();
  };
  return (
    <section className="section" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">Second factor</h2>
      <ProblemNotice problem={problem} />
      {codes ? <RecoveryCodes codes={codes} email={email} onDone={() => setCodes(null)} /> : null}
      {answer && !codes ? (
        <>
          <p className="say">{stateOf(answer)}</p>
          <Passkeys passkeys={answer.passkeys} email={email} onChanged={reload} />
          {open === null ? (
            <Choices factor={answer} onChoose={setOpen} />
          ) : (
            <OpenForm open={open} email={email} onCodes={show} onClose={close} />
          )}
          <TrustedBrowsers browsers={answer.trusted_browsers} onChanged={reload} />
        </>
      ) : null}
    </section>
  );
}

const isOn = ({ totp_since: since, passkeys }: Factor): boolean => since !== null || passkeys.length > 0;

function stateOf(factor: Factor): string {
  if (!isOn(factor)) return "Off. With an app or a passkey, a stolen password alone doesn't open your account.";
  const left = factor.recovery_codes_left;
  const app = factor.totp_since ? `Codes of an app are on since ${formatDay(new Date(factor.totp_since))}. ` : "";
  return `${app}${left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`}`;
}

interface OpenFormProps {
  open: Exclude<Open, null>;
  email: string;
  onCodes: (codes: string[]) => void;
  onClose: () => void;
}

function OpenForm({ open, email, onCodes, onClose }: OpenFormProps) {
  if (open === "setup") return <TotpSetup email={email} onDone={onCodes} onCancel={onClose} />;
  if (open === "passkey") return <AddPasskey email={email} onDone={onCodes} onCancel={onClose} />;
  if (open === "renew")
    return (
      <ProofForm
        email={email}
        action="Generate new codes"
        send={(proof) => login.renewRecoveryCodes(proof)}
        onDone={({ recovery_codes: made }) => onCodes(made)}
        onCancel={onClose}
      />
    );
  return (
    <ProofForm
      email={email}
      action="Turn off"
      send={(proof) => login.turnTotpOff(proof)}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function Choices({ factor, onChoose }: { factor: Factor; onChoose: (open: Open) => void }) {
  return (
    <div className="actions">
      {factor.totp_since ? (
        <Button variant="default" onClick={() => onChoose("off")}>
          Turn off the app
        </Button>
      ) : (
        <Button variant={isOn(factor) ? "default" : "filled"} onClick={() => onChoose("setup")}>
          Set up an app
        </Button>
      )}
      {knowsPasskeys() ? (
        <Button variant="default" onClick={() => onChoose("passkey")}>
          Add a passkey
        </Button>
      ) : null}
      {isOn(factor) ? (
        <Button variant="default" onClick={() => onChoose("renew")}>
          New recovery codes
        </Button>
      ) : null}
    </div>
  );
}
