import { Button, Checkbox, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Select } from "../src/floats.ts";
import { DangerRow } from "../src/kit/forms/DangerRow.tsx";
import { FormDialog } from "../src/kit/forms/FormDialog.tsx";
import { SaveArea } from "../src/kit/forms/SaveArea.tsx";
import { SettingGroup } from "../src/kit/forms/SettingGroup.tsx";
import { SettingRow } from "../src/kit/forms/SettingRow.tsx";
import { SettingsForm } from "../src/kit/forms/SettingsForm.tsx";
import { inUnit } from "../src/kit/forms/unit.tsx";
import { useForm } from "../src/kit/forms/use-form.ts";
import { InlineForm } from "../src/kit/InlineForm.tsx";
import { Part, Row } from "./Part.tsx";

const STORED = { name: "North Quay", visibility: "published", days: "30", text: "", record: true, publish: false };

/** Settings, dialogs and what cannot be undone. */
export const Forms = () => (
  <>
    <Part name="SettingsForm">
      <SaveArea onDirty={() => {}}>
        <Settings id="Retention" readOnly={false} />
      </SaveArea>
    </Part>
    <Part name="SettingsForm, read only">
      <SaveArea onDirty={() => {}}>
        <Settings id="Locked retention" readOnly />
      </SaveArea>
    </Part>
    <Part name="DangerRow">
      <SettingGroup title="Danger zone">
        <DangerRow
          title="Delete project"
          text="Deletes this project and everything in it, for everyone. This can't be undone."
          onAct={() => {}}
        />
        <DangerRow title="Transfer project" text="Only account owners can transfer a project." />
      </SettingGroup>
    </Part>
    <Part name="FormDialog">
      <Dialog />
    </Part>
    <Part name="InlineForm">
      <InlineForm save="Save" cancel="Cancel editing" saving={false} onSave={() => {}} onCancel={() => {}}>
        <TextInput aria-label="Tag name" defaultValue="harbor" />
      </InlineForm>
    </Part>
  </>
);

function Settings({ id, readOnly }: { id: string; readOnly: boolean }) {
  const [saved, setSaved] = useState(STORED);
  const form = useForm<typeof STORED>({
    saved,
    readOnly,
    check: ({ name, days }) => ({
      ...(name.trim() === "" ? { name: "Name can not be empty." } : {}),
      ...(/^\d+$/.test(days) ? {} : { days: "Choose 0 to 365 days." }),
    }),
  });
  const save = () => {
    setSaved(form.values);
    form.reset();
  };
  return (
    <SettingsForm
      form={form}
      saving={false}
      locked="View only. Editing needs the “Change project settings” permission."
      onSave={save}
    >
      <SettingGroup title={id} text="Applies to new uploads.">
        <TextInput label="Name" required {...form.text("name")} />
        <Select
          label="Default visibility"
          description="People who can't publish always upload as Unpublished."
          {...form.choice("visibility", [
            { value: "published", label: "Publish when ready" },
            { value: "unpublished", label: "Unpublished" },
          ])}
        />
        <TextInput
          label="Days in Trash"
          description="Deleted videos can be restored for this long and still use storage. 0 deletes immediately."
          {...inUnit("days")}
          {...form.text("days")}
        />
        <Textarea label="Description" autosize minRows={3} {...form.text("text")} />
        <Switch label="Record" description="Each session becomes a video." {...form.flag("record")} />
        <Checkbox label="Publish recordings" {...form.flag("publish")} />
        <SettingRow label="Originals" hint="Kept with their project.">
          Originals are kept.
        </SettingRow>
      </SettingGroup>
    </SettingsForm>
  );
}

function Dialog() {
  const [opened, setOpened] = useState(false);
  const form = useForm({
    saved: { email: "" },
    check: ({ email }) => (email === "" ? { email: "Write whom to invite." } : {}),
  });
  const close = () => {
    form.reset();
    setOpened(false);
  };
  return (
    <>
      <Row>
        <Button variant="default" onClick={() => setOpened(true)}>
          Open the dialog
        </Button>
      </Row>
      <FormDialog
        opened={opened}
        title="Invite to North Quay"
        submit="Send invitation"
        form={form}
        saving={false}
        onSubmit={close}
        onClose={close}
      >
        <Text c="dimmed">They get a link by email.</Text>
        <TextInput label="Email" type="email" required data-autofocus {...form.text("email")} />
      </FormDialog>
    </>
  );
}
