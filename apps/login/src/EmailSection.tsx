import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { login, type Profile } from "./client.ts";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { ProofForm } from "./second-factor/ProofForm.tsx";
import { useAction } from "./use-action.ts";

/** The person's address, and its change, which both mailboxes confirm. */
export function EmailSection({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const { user, mail_change: change } = profile;
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  const [said, setSaid] = useState("");
  const done = ({ message }: { message: string }) => {
    setSaid(message);
    setOpen(false);
    setEmail("");
    onChanged();
  };
  return (
    <section className="section" aria-labelledby="email-title">
      <h2 id="email-title">Email</h2>
      <p>You sign in as {user.email}.</p>
      {said ? (
        <Notice>
          <p>{said}</p>
        </Notice>
      ) : null}
      {change ? <Pending change={change} old={user.email} onDone={done} /> : null}
      {isOpen ? (
        <ProofForm
          email={user.email}
          action="Send both links"
          send={(proof) => login.askMailChange({ ...proof, email })}
          onDone={done}
          onCancel={() => setOpen(false)}
          fieldNames={["email"]}
          field={(error) => (
            <TextInput
              label="New email"
              type="email"
              autoComplete="email"
              autoFocus
              value={email}
              error={error("email")}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        />
      ) : (
        <div className="actions">
          <Button variant="default" onClick={() => setOpen(true)}>
            Change email
          </Button>
        </div>
      )}
    </section>
  );
}

interface PendingProps {
  change: NonNullable<Profile["mail_change"]>;
  old: string;
  onDone: (answer: { message: string }) => void;
}

/** Which of the two links was opened already. */
function Pending({ change, old, onDone }: PendingProps) {
  const withdraw = useAction(() => login.withdrawMailChange(), onDone);
  const stateOf = (confirmed: boolean) => (confirmed ? "confirmed" : "not confirmed yet");
  return (
    <div className="fields">
      <ProblemNotice problem={withdraw.problem} />
      <p>
        Changing to {change.email}. Both links work until {new Date(change.expires_at).toLocaleString()}.
      </p>
      <ul className="joins" aria-label="Confirmations">
        <li>
          {old}
          <span>{stateOf(change.old_confirmed)}</span>
        </li>
        <li>
          {change.email}
          <span>{stateOf(change.new_confirmed)}</span>
        </li>
      </ul>
      <div className="actions">
        <Button variant="default" loading={withdraw.running} onClick={() => withdraw.run(undefined)}>
          Keep {old}
        </Button>
      </div>
    </div>
  );
}
