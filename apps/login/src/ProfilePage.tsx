import { Button } from "@mantine/core";
import { useEffect, useState, type SyntheticEvent } from "react";
import { go } from "./address.ts";
import { login, type Problem, type Profile } from "./client.ts";
import { Column } from "./Column.tsx";
import { EmailSection } from "./EmailSection.tsx";
import { NameFields } from "./NameFields.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PictureSection } from "./PictureSection.tsx";
import { SecondFactorSection } from "./second-factor/SecondFactorSection.tsx";
import { SecurityEvents } from "./SecurityEvents.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

const askProfile = () => login.getProfile();
// Signing in leads back to this page.
const SIGN_IN = `/login?redirect=${encodeURIComponent(`${location.origin}/profile`)}`;

/** A person's own name, picture, address, password, second factor and sessions. */
export function ProfilePage() {
  const { answer: profile, problem, reload } = useAnswer(askProfile);
  useEffect(() => {
    if (isSignedOut(problem)) go(SIGN_IN);
  }, [problem]);

  if (!profile) {
    return (
      <Column title="Profile" wide>
        <ProblemNotice problem={isSignedOut(problem) ? null : problem} />
      </Column>
    );
  }
  return (
    <Column
      title="Profile"
      lead={
        <>
          <a href={`${profile.console_url}/dashboard`}>Back to the console</a> · <a href="/sign-out">Sign out</a>
        </>
      }
      wide
    >
      <PictureSection user={profile.user} onChanged={reload} />
      <NameSection user={profile.user} onChanged={reload} />
      <EmailSection profile={profile} onChanged={reload} />
      <PasswordSection user={profile.user} onChanged={reload} />
      <SecondFactorSection email={profile.user.email} />
      <SessionsSection sessions={profile.sessions} onChanged={reload} />
      <SecurityEvents profile={profile} />
    </Column>
  );
}

const isSignedOut = (problem: Problem | null): boolean => problem?.status === 401;

function NameSection({ user, onChanged }: { user: Profile["user"]; onChanged: () => void }) {
  const [name, setName] = useState({ first_name: user.first_name, last_name: user.last_name });
  const [saved, setSaved] = useState("");
  const save = useAction(
    () => login.updateProfile(name),
    ({ message }) => {
      setSaved(message);
      onChanged();
    },
  );
  const changed = name.first_name !== user.first_name || name.last_name !== user.last_name;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.run(undefined);
  };
  return (
    <section className="section" aria-labelledby="name-title">
      <h2 id="name-title">Name</h2>
      <form className="fields" onSubmit={submit} noValidate>
        <ProblemNotice problem={save.problem} except={["first_name", "last_name"]} />
        {saved && !changed ? (
          <Notice>
            <p>{saved}</p>
          </Notice>
        ) : null}
        <NameFields value={name} onChange={setName} fieldError={save.fieldError} />
        <div className="actions">
          <Button type="submit" loading={save.running} disabled={!changed}>
            Save
          </Button>
        </div>
      </form>
    </section>
  );
}
