import { Button, PasswordInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { login, type Profile } from "./client.ts";
import { NewPassword } from "./NewPassword.tsx";
import { Notice, ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";

/** Changes the password of who knows the current one. */
export function PasswordSection({ user, onChanged }: { user: Profile["user"]; onChanged: () => void }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [done, setDone] = useState("");
  const change = useAction(
    () => login.changePassword({ current_password: current, password }),
    ({ message }) => {
      setDone(message);
      setCurrent("");
      setPassword("");
      onChanged();
    },
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setDone("");
    change.run(undefined);
  };
  return (
    <section className="section" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <form className="fields" onSubmit={submit}>
        <ProblemNotice problem={change.problem} except={["current_password", "password"]} />
        {done ? (
          <Notice>
            <p>{done}</p>
          </Notice>
        ) : null}
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={current}
          error={change.fieldError("current_password")}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the current password" }}
        />
        <NewPassword
          label="New password"
          value={password}
          onChange={setPassword}
          about={[user.email, user.first_name, user.last_name]}
          error={change.fieldError("password")}
        />
        <div className="actions">
          <Button type="submit" loading={change.running}>
            Change password
          </Button>
        </div>
      </form>
    </section>
  );
}
