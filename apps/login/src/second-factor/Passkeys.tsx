import { formatAgo, formatDay } from "@kinora/ui/moments.ts";
import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { login } from "../client.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";
import { ProofForm } from "./ProofForm.tsx";

type Passkey = Awaited<ReturnType<typeof login.getSecondFactor>>["passkeys"][number];

/** The person's passkeys, each with a way to rename and to remove it. */
export function Passkeys({
  passkeys,
  email,
  onChanged,
}: {
  passkeys: Passkey[];
  email: string;
  onChanged: () => void;
}) {
  const [open, setOpen] = useState<{ passkey: Passkey; how: "rename" | "remove" } | null>(null);
  const close = () => {
    setOpen(null);
    onChanged();
  };
  if (passkeys.length === 0) return null;
  return (
    <>
      <ul className="sessions" aria-label="Passkeys">
        {passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div>
              <p className="truncate" dir="auto">
                {passkey.name}
              </p>
              <p className="muted truncate">
                added {formatDay(new Date(passkey.created_at))} ·{" "}
                {passkey.last_used_at === null ? "not used yet" : `last used ${formatAgo(passkey.last_used_at)}`}
              </p>
            </div>
            <Button
              variant="default"
              aria-label={`Rename ${passkey.name}`}
              onClick={() => setOpen({ passkey, how: "rename" })}
            >
              Rename
            </Button>
            <Button
              variant="default"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => setOpen({ passkey, how: "remove" })}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {open?.how === "rename" ? <RenamePasskey key={open.passkey.id} passkey={open.passkey} onDone={close} /> : null}
      {open?.how === "remove" ? (
        <ProofForm
          key={open.passkey.id}
          email={email}
          action={`Remove ${open.passkey.name}`}
          send={(proof) => login.removePasskey({ id: open.passkey.id, ...proof })}
          onDone={close}
          onCancel={close}
        />
      ) : null}
    </>
  );
}

function RenamePasskey({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = useAction(() => login.renamePasskey({ id: passkey.id, name }), onDone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    rename.run(undefined);
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <ProblemNotice problem={rename.problem} except={["name"]} />
      <TextInput
        label="Name of the passkey"
        autoFocus
        value={name}
        error={rename.fieldError("name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="actions">
        <Button type="submit" loading={rename.running}>
          Save name
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
