import { browserName } from "@kinora/domain/people/browser-name.ts";
import { Button, TextInput } from "@mantine/core";
import { useState, type SyntheticEvent } from "react";
import { login } from "../client.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";
import { makePasskey } from "./passkey-browser.ts";
import { ProofForm } from "./ProofForm.tsx";

type Offer = Awaited<ReturnType<typeof login.beginPasskey>>;

interface AddPasskeyProps {
  email: string;
  /** The recovery codes, when this is the first second factor; otherwise none. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The password or a code, then a name, then the browser's own dialog. */
export function AddPasskey({ email, onDone, onCancel }: AddPasskeyProps) {
  const [offer, setOffer] = useState<Offer | null>(null);
  if (offer) return <NamePasskey offer={offer} onDone={onDone} onCancel={onCancel} />;
  return (
    <ProofForm
      email={email}
      action="Continue"
      send={(proof) => login.beginPasskey(proof)}
      onDone={setOffer}
      onCancel={onCancel}
    />
  );
}

function NamePasskey({ offer, onDone, onCancel }: { offer: Offer } & Omit<AddPasskeyProps, "email">) {
  const [name, setName] = useState(() => browserName(navigator.userAgent));
  const add = useAction(
    () => makePasskey(offer, name),
    ({ recovery_codes: codes }) => onDone(codes),
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    add.run(undefined);
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <ProblemNotice problem={add.problem} except={["name"]} />
      <TextInput
        label="Name of the passkey"
        autoFocus
        value={name}
        error={add.fieldError("name")}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="actions">
        <Button type="submit" loading={add.running}>
          Create passkey
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
