import { useEffect } from "react";
import { go, needsFactor, onward, pagePath, wayBack } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { confirmWithPasskey } from "./second-factor/passkey-browser.ts";
import { PasskeyButton } from "./second-factor/PasskeyButton.tsx";
import { ProofForm } from "./second-factor/ProofForm.tsx";
import { useAnswer } from "./use-answer.ts";

const ask = async () => {
  const [{ user }, factor] = await Promise.all([login.getStatus(wayBack), login.getSecondFactor()]);
  return { user, hasApp: factor.totp_since !== null, hasPasskey: factor.passkeys.length > 0 };
};

/** Asks a person who is signed in to confirm their identity, before something that would do harm in other hands. */
export function ConfirmPage() {
  const { answer, problem } = useAnswer(ask);
  const signedOut = problem?.status === 401;
  useEffect(() => {
    if (signedOut) go(pagePath("/login"));
  }, [signedOut]);
  const hasFactor = answer !== null && (answer.hasApp || answer.hasPasskey);
  return (
    <Column
      title="Confirm it's you"
      lead={answer?.user ? `You are signed in as ${answer.user.email}. You are not asked again for 10 minutes.` : " "}
    >
      <ProblemNotice problem={signedOut ? null : problem} />
      {answer && needsFactor && !hasFactor ? (
        <Notice>
          <p>
            This takes a second factor, and you have none. Set one up <a href="/profile">in your profile</a>, then try
            again.
          </p>
        </Notice>
      ) : null}
      {answer && (hasFactor || !needsFactor) ? (
        <ProofForm
          email={answer.user?.email ?? ""}
          action="Confirm"
          withCode={needsFactor ? "only" : hasFactor}
          send={(proof) => login.confirmIdentity({ ...proof, ...onward })}
          onDone={({ next }) => go(next)}
        />
      ) : null}
      {answer?.hasPasskey === true ? <PasskeyButton use={confirmWithPasskey} /> : null}
    </Column>
  );
}
