import { Button } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { go } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { ProblemNotice } from "./Notice.tsx";
import { CodeStep, type Asked } from "./second-factor/CodeStep.tsx";
import { useAction } from "./use-action.ts";
import { useLink } from "./use-link.ts";

/** Chooses a new password with the link of a mail. */
export function ResetPage() {
  const { link, token, problem } = useLink("reset");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const reset = useAction(
    () => login.resetPassword({ token, password }),
    ({ next, second_factor: factor }) => (factor ? setAsked(factor) : go(next)),
  );
  if (asked) return <CodeStep asked={asked} />;
  if (link && link.state !== "valid") {
    return (
      <Column title="This link no longer works" lead="It works once, for one hour, and only the newest one is valid.">
        <Button component="a" href="/forgot" fullWidth>
          Send a new link
        </Button>
      </Column>
    );
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    reset.run(undefined);
  };
  return (
    <Column
      title="Choose a new password"
      lead={link ? <>For {link.email}. Every browser that is signed in will be signed out.</> : " "}
    >
      <form className="fields" onSubmit={submit}>
        <ProblemNotice problem={reset.problem ?? problem} except={["password"]} />
        <NewPassword
          label="New password"
          value={password}
          onChange={setPassword}
          about={[link?.email ?? "", link?.first_name ?? "", link?.last_name ?? ""]}
          error={reset.fieldError("password")}
        />
        <Button type="submit" loading={reset.running} disabled={!link} fullWidth>
          Save and sign in
        </Button>
      </form>
    </Column>
  );
}
