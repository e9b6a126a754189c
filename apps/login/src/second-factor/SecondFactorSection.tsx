import { formatDay } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { useState } from "react";
import { login } from "../client.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAnswer } from "../use-answer.ts";
import { ProofForm } from "./ProofForm.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { TotpSetup } from "./TotpSetup.tsx";
import { TrustedBrowsers } from "./TrustedBrowsers.tsx";

const ask = () => login.getSecondFactor();

type Open = "setup" | "renew" | "off" | null;

/** What is asked beside the password: codes of an app, their replacement, and the browsers that are not asked. */
export function SecondFactorSection({ email }: { email: string }) {
  const { answer, problem, reload } = useAnswer(ask);
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setOpen(null);
    reload();
  };
  const show = (made: string[]) => {
    setCodes(made);
    close();
  };
  return (
    <section className="section" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">Second factor</h2>
      <ProblemNotice problem={problem} />
      {codes ? <RecoveryCodes codes={codes} email={email} onDone={() => setCodes(null)} /> : null}
      {answer && !codes ? (
        <>
          <p className="say">
            {answer.totp_since
              ? `On since ${formatDay(new Date(answer.totp_since))}. ${leftOf(answer.recovery_codes_left)}`
              : "Off. With an authenticator app, a stolen password alone does not open your account."}
          </p>
          {open === "setup" ? <TotpSetup email={email} onDone={show} onCancel={close} /> : null}
          {open === "renew" ? (
            <ProofForm
              email={email}
              action="Make new codes"
              send={(proof) => login.renewRecoveryCodes(proof)}
              onDone={({ recovery_codes: made }) => show(made)}
              onCancel={close}
            />
          ) : null}
          {open === "off" ? (
            <ProofForm
              email={email}
              action="Turn off"
              send={(proof) => login.turnTotpOff(proof)}
              onDone={close}
              onCancel={close}
            />
          ) : null}
          {open === null ? <Choices isOn={answer.totp_since !== null} onChoose={setOpen} /> : null}
          <TrustedBrowsers browsers={answer.trusted_browsers} onChanged={reload} />
        </>
      ) : null}
    </section>
  );
}

const leftOf = (left: number): string => (left === 1 ? "1 recovery code is left." : `${left} recovery codes are left.`);

function Choices({ isOn, onChoose }: { isOn: boolean; onChoose: (open: Open) => void }) {
  return (
    <div className="actions">
      {isOn ? (
        <>
          <Button variant="default" onClick={() => onChoose("renew")}>
            New recovery codes
          </Button>
          <Button variant="default" onClick={() => onChoose("off")}>
            Turn off
          </Button>
        </>
      ) : (
        <Button onClick={() => onChoose("setup")}>Set up an app</Button>
      )}
    </div>
  );
}
