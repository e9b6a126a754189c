import { Button } from "@mantine/core";
import { useState } from "react";
import { linkToken } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

const ask = () => login.inspectMailChange({ token: linkToken() || "none" });

/** Confirms a new address from one of the two mailboxes; the old one can stop it, too. */
export function EmailChangePage() {
  const { answer, problem } = useAnswer(ask);
  const [said, setSaid] = useState("");
  const confirm = useAction(
    () => login.confirmMailChange({ token: linkToken() }),
    ({ message }) => setSaid(message),
  );
  const cancel = useAction(
    () => login.cancelMailChange({ token: linkToken() }),
    ({ message }) => setSaid(message),
  );
  if (answer?.change === null)
    return (
      <Column
        title="This link no longer works"
        lead="The change was completed or stopped, or the link is older than 24 hours."
      >
        <a href="/profile">Go to your profile</a>
      </Column>
    );
  const change = answer?.change;
  return (
    <Column
      title="Change your email"
      lead={change ? `From ${change.old_email} to ${change.new_email}. Both addresses have to confirm it.` : " "}
    >
      <ProblemNotice problem={problem ?? confirm.problem ?? cancel.problem} />
      {said ? (
        <Notice>
          <p>{said}</p>
        </Notice>
      ) : null}
      {change && !said ? (
        <div className="fields">
          {change.confirmed ? <p>This address is already confirmed.</p> : null}
          <Button loading={confirm.running} onClick={() => confirm.run(undefined)} fullWidth>
            Confirm
          </Button>
          {change.side === "old" ? (
            <Button variant="default" loading={cancel.running} onClick={() => cancel.run(undefined)} fullWidth>
              Keep {change.old_email}
            </Button>
          ) : null}
        </div>
      ) : null}
      {said ? <a href="/profile">Go to your profile</a> : null}
    </Column>
  );
}
