import { Button, TextInput } from "@mantine/core";
import { useEffect, useState, type SyntheticEvent } from "react";
import { go } from "./address.ts";
import { login, type Problem } from "./client.ts";
import { Column } from "./Column.tsx";
import { NameFields } from "./NameFields.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";
import { useLink } from "./use-link.ts";

/** The first person of an installation: superuser, and owner of the account they name. */
export function FirstRunPage() {
  const { link, token, problem, reload } = useLink("first_run");
  // The page may have stood open in another window while somebody else set Kinora up.
  useEffect(() => {
    window.addEventListener("focus", reload);
    return () => window.removeEventListener("focus", reload);
  }, [reload]);
  // A form that would be filled for nothing is not shown.
  if (!link && !problem) return <Column title="Set up Kinora">{null}</Column>;
  if (link && link.state !== "valid") return <LinkIsOver isUsed={link.state === "used"} />;
  return (
    <Column title="Set up Kinora" lead="You'll be the superuser and own the first account.">
      <FirstPersonForm token={token} isReady={link !== null} linkProblem={problem} />
    </Column>
  );
}

interface FirstPersonFormProps {
  token: string;
  /** Whether the link is known to be valid. */
  isReady: boolean;
  /** Why that is not known. */
  linkProblem: Problem | null;
}

function FirstPersonForm({ token, isReady, linkProblem }: FirstPersonFormProps) {
  const [name, setName] = useState({ first_name: "", last_name: "" });
  const [email, setEmail] = useState("");
  const [accountName, setAccountName] = useState("");
  const [password, setPassword] = useState("");
  const begin = useAction(
    () => login.firstRun({ token, email, account_name: accountName, ...name, password }),
    ({ next }) => go(next),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    begin.run(undefined);
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <ProblemNotice
        problem={begin.problem ?? linkProblem}
        except={["email", "account_name", "first_name", "last_name", "password"]}
      />
      <NameFields value={name} onChange={setName} fieldError={begin.fieldError} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        value={email}
        error={begin.fieldError("email")}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Account name"
        description="Your company or team."
        autoComplete="organization"
        required
        withAsterisk={false}
        value={accountName}
        error={begin.fieldError("account_name")}
        onChange={(event) => setAccountName(event.currentTarget.value)}
      />
      <NewPassword
        value={password}
        onChange={setPassword}
        about={[email, name.first_name, name.last_name]}
        error={begin.fieldError("password")}
      />
      <Button type="submit" loading={begin.running} disabled={!isReady} fullWidth>
        Create and sign in
      </Button>
    </form>
  );
}

/** What to do with a link that no longer works, because Kinora is set up or because a day has passed. */
function LinkIsOver({ isUsed }: { isUsed: boolean }) {
  return (
    <Column
      title={isUsed ? "Kinora is set up" : "This link no longer works"}
      lead={
        isUsed
          ? "The first superuser exists. Sign in to continue."
          : "The link works once, for 24 hours. Start Kinora again to get a new one."
      }
    >
      <Button component="a" href="/login" fullWidth>
        Go to sign in
      </Button>
    </Column>
  );
}
