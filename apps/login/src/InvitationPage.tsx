import { Button } from "@mantine/core";
import { useState, type ReactNode, type SyntheticEvent } from "react";
import { go, linkToken } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

type Invitation = Awaited<ReturnType<typeof login.inspectInvitation>>;

const inspect = (): Promise<Invitation> =>
  linkToken()
    ? login.inspectInvitation({ token: linkToken() })
    : Promise.resolve({ invitation: null, signed_in: null });

/** Signing in leads back to this page. */
const signInHere = () => `/login?redirect=${encodeURIComponent(`${location.origin}/invitation?token=${linkToken()}`)}`;

/** Somebody who can sign in joins a project they are invited to. */
export function InvitationPage() {
  const { answer, problem } = useAnswer(inspect);
  if (!answer) {
    return (
      <Column title="Your invitation">
        <ProblemNotice problem={problem} />
      </Column>
    );
  }
  const { invitation, signed_in: signedIn } = answer;
  if (!invitation) {
    return (
      <Column
        title="This invitation has expired"
        lead="It was accepted, revoked or sent more than 7 days ago. Ask for a new one."
      >
        <a href="/login">Go to sign in</a>
      </Column>
    );
  }
  return (
    <Column title={`Join ${invitation.project}`} lead={<>This invitation is for {invitation.email}.</>}>
      <ul className="joins" aria-label="You will join">
        <li>
          {invitation.account} · {invitation.project}
          <span>{invitation.role}</span>
        </li>
      </ul>
      {signedIn?.invited ? <Join /> : <Entrance signedInAs={signedIn?.email ?? null} />}
    </Column>
  );
}

function Join() {
  const join = useAction(
    () => login.acceptInvitation({ token: linkToken() }),
    ({ next }) => go(next),
  );
  return (
    <ActionForm onSubmit={() => join.run(undefined)}>
      <ProblemNotice problem={join.problem} />
      <Button type="submit" loading={join.running} fullWidth>
        Join
      </Button>
    </ActionForm>
  );
}

/** For a browser in which the invited person is not signed in. */
function Entrance({ signedInAs }: { signedInAs: string | null }) {
  const [sent, setSent] = useState("");
  const leave = useAction(
    () => login.signOut({}),
    () => go(signInHere()),
  );
  const mail = useAction(
    () => login.mailActivation({ token: linkToken() }),
    ({ message }) => setSent(message),
  );
  return (
    <ActionForm onSubmit={() => (signedInAs === null ? go(signInHere()) : leave.run(undefined))}>
      <ProblemNotice problem={leave.problem ?? mail.problem} />
      {signedInAs === null ? null : <p className="aside">You are signed in as {signedInAs}.</p>}
      <Button type="submit" loading={leave.running} fullWidth>
        {signedInAs === null ? "Sign in" : "Sign in with the invited email"}
      </Button>
      {sent ? (
        <Notice>
          <p>{sent}</p>
        </Notice>
      ) : (
        <Button variant="default" onClick={() => mail.run(undefined)} loading={mail.running} fullWidth>
          I have no sign-in yet
        </Button>
      )}
    </ActionForm>
  );
}

function ActionForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className="fields" onSubmit={submit}>
      {children}
    </form>
  );
}
