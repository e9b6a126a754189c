import { AVATAR_MAXIMUM_BYTES, AVATAR_TYPES } from "@kinora/contract/people/login.ts";
import { Avatar, Button, FileButton } from "@mantine/core";
import { login, sendAvatar, type Profile } from "./client.ts";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";

/** The person's picture, beside who they are. */
export function PictureSection({ user, onChanged }: { user: Profile["user"]; onChanged: () => void }) {
  const send = useAction(sendAvatar, onChanged);
  const remove = useAction(() => login.removeAvatar(), onChanged);
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email;
  const choose = (picture: File | null) => {
    if (picture) send.run(picture);
  };
  return (
    <section className="section" aria-label="Photo">
      <ProblemNotice problem={send.problem ?? remove.problem} />
      <div className="person">
        <Avatar src={user.avatar_url} alt="" name={name} color="gray" size={64} />
        <div>
          <strong>{name}</strong>
          <div className="muted truncate">{user.email}</div>
        </div>
        <div className="actions">
          <FileButton onChange={choose} accept={AVATAR_TYPES.join(",")}>
            {(props) => (
              <Button {...props} variant="default" loading={send.running}>
                {user.avatar_url ? "Change photo" : "Add a photo"}
              </Button>
            )}
          </FileButton>
          {user.avatar_url ? (
            <Button variant="subtle" color="gray" loading={remove.running} onClick={() => remove.run(undefined)}>
              Remove
            </Button>
          ) : null}
        </div>
      </div>
      <p className="strength-words">PNG, JPEG or WebP, up to {AVATAR_MAXIMUM_BYTES / 1024 / 1024} MB.</p>
    </section>
  );
}
