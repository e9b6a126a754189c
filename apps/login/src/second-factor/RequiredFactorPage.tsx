import { useEffect, useState } from "react";
import { go, pagePath, wayBack } from "../address.ts";
import { login } from "../client.ts";
import { Column } from "../Column.tsx";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";
import { useAnswer } from "../use-answer.ts";
import { AddPasskey } from "./AddPasskey.tsx";
import { knowsPasskeys } from "./passkey-browser.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { TotpSetup } from "./TotpSetup.tsx";

const ask = async () => {
  const [status, factor] = [await login.getStatus(wayBack), await login.getSecondFactor()];
  return { user: status.user, requiredBy: factor.required_by };
};

/** Sets up the second factor that an account demands, before the console opens. */
export function RequiredFactorPage() {
  const { answer, problem } = useAnswer(ask);
  const [isPasskey, setPasskey] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const onward = useAction(
    () => login.getStatus(wayBack),
    ({ next }) => go(next),
  );
  const signedOut = problem?.status === 401;
  useEffect(() => {
    if (signedOut) go(pagePath("/login"));
  }, [signedOut]);
  const email = answer?.user?.email ?? "";
  return (
    <Column
      title="Set up a second factor"
      lead={answer?.requiredBy ? `${answer.requiredBy} asks its people for more than a password.` : " "}
    >
      <ProblemNotice problem={signedOut ? null : (onward.problem ?? problem)} />
      {answer && codes ? (
        <RecoveryCodes
          codes={codes}
          email={email}
          leave="I saved them, continue"
          onDone={() => onward.run(undefined)}
        />
      ) : null}
      {answer && !codes && !isPasskey ? (
        <>
          <TotpSetup email={email} onDone={setCodes} />
          {knowsPasskeys() ? (
            <p className="aside">
              <button type="button" className="link" onClick={() => setPasskey(true)}>
                Use a passkey instead
              </button>
            </p>
          ) : null}
        </>
      ) : null}
      {answer && !codes && isPasskey ? (
        <AddPasskey email={email} onDone={setCodes} onCancel={() => setPasskey(false)} />
      ) : null}
      <p className="aside">
        <a href="/sign-out">Sign out</a>
      </p>
    </Column>
  );
}
