import { Button } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { go } from "./address.ts";
import { login } from "./client.ts";
import { Column } from "./Column.tsx";
import { NameFields } from "./NameFields.tsx";
import { NewPassword } from "./NewPassword.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";
import { useLink, type Link } from "./use-link.ts";

/** An invited person chooses their name and password. */
export function ActivatePage() {
  const { link, token, problem } = useLink("activate");
  if (!link) {
    return (
      <Column title="Your invitation">
        <ProblemNotice problem={problem} />
      </Column>
    );
  }
  return link.state === "valid" ? (
    <Activation link={link} token={token} />
  ) : (
    <OldLink state={link.state} token={token} />
  );
}

function Activation({ link, token }: { link: Link; token: string }) {
  const [name, setName] = useState({ first_name: link.first_name, last_name: link.last_name });
  const [password, setPassword] = useState("");
  const activate = useAction(
    () => login.activate({ token, ...name, password }),
    ({ next }) => go(next),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    activate.run(undefined);
  };
  return (
    <Column title="Welcome to Kinora" lead={<>You will sign in as {link.email}.</>}>
      {link.joins.length > 0 ? (
        <ul className="joins" aria-label="You will join">
          {link.joins.map(({ account, project, role }) => (
            <li key={`${account} ${project ?? ""}`}>
              {project ? `${account} · ${project}` : account}
              <span>{role}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <form className="fields" onSubmit={submit} noValidate>
        <ProblemNotice problem={activate.problem} except={["first_name", "last_name", "password"]} />
        <NameFields value={name} onChange={setName} fieldError={activate.fieldError} />
        <NewPassword
          value={password}
          onChange={setPassword}
          about={[link.email ?? "", name.first_name, name.last_name]}
          error={activate.fieldError("password")}
        />
        <Button type="submit" loading={activate.running} fullWidth>
          Accept and sign in
        </Button>
      </form>
    </Column>
  );
}

function OldLink({ state, token }: { state: Link["state"]; token: string }) {
  const [sent, setSent] = useState("");
  const resend = useAction(
    () => login.resendActivation({ token }),
    ({ message }) => setSent(message),
  );
  if (state === "used") {
    return (
      <Column
        title="You're already set up"
        lead="This invitation was already accepted. Sign in with your email and password."
      >
        <Button component="a" href="/login" fullWidth>
          Go to sign in
        </Button>
      </Column>
    );
  }
  if (state === "unknown") {
    return (
      <Column
        title="This link doesn't work"
        lead="Part of the link may be missing. Open it from the email again, or ask the person who invited you for a new invitation."
      >
        <a href="/login">Go to sign in</a>
      </Column>
    );
  }
  return (
    <Column
      title="This invitation has expired"
      lead="Invitations work for 7 days, and only the newest one is valid. We can send a new one to the same address."
    >
      <div className="fields">
        <ProblemNotice problem={resend.problem} />
        {sent ? (
          <Notice>
            <p>{sent}</p>
          </Notice>
        ) : (
          <Button onClick={() => resend.run(undefined)} loading={resend.running} fullWidth>
            Send a new link
          </Button>
        )}
      </div>
    </Column>
  );
}
