import { ActionIcon, Button, Checkbox, PasswordInput, Progress, Switch, Textarea, TextInput } from "@mantine/core";
import { IconDownload, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { DownloadButton } from "../src/DownloadButton.tsx";
import { Select } from "../src/floats.ts";
import { IconCopyButton } from "../src/IconCopyButton.tsx";
import { CodeField } from "../src/kit/forms/CodeField.tsx";
import { inUnit } from "../src/kit/forms/unit.tsx";
import { Segments } from "../src/Segments.tsx";
import { Part, Row } from "./Part.tsx";

const copy = () => navigator.clipboard.writeText("copied").then(() => true);

const EMBED = `<iframe src="https://video.example.com/embed/k4Zt9w" width="640" height="360"
  allow="fullscreen; encrypted-media" title="Harbor at dawn"></iframe>`;

/** What people press, type in and choose from. */
export const Controls = () => (
  <>
    <Buttons />
    <Fields />
    <Switches />
    <Codes />
  </>
);

const Buttons = () => (
  <Part name="Buttons">
    <Row>
      <Button leftSection={<IconPlus size={16} stroke={1.6} />}>Create</Button>
      <Button variant="default">Cancel</Button>
      <Button variant="subtle">Show all</Button>
      <DownloadButton href="data:text/csv,title" name="titles.csv">
        Export CSV
      </DownloadButton>
      <Button color="red">Delete</Button>
      <Button loading>Saving</Button>
      <Button disabled>Not yet</Button>
    </Row>
    <Row>
      <ActionIcon aria-label="Download">
        <IconDownload size={16} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label="Delete" disabled>
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
      <IconCopyButton label="Copy the ID" onCopy={copy} />
    </Row>
  </Part>
);

const Fields = () => (
  <Part name="Fields">
    <TextInput label="Name" description="People see it on the share page." defaultValue="Harbor at dawn" />
    <TextInput label="Empty" placeholder="Such as example.com" />
    <TextInput label="Refused" defaultValue="nowhere" error="Write it as example.com." />
    <TextInput label="Locked" readOnly value="Cannot be changed" />
    <TextInput label="Disabled" disabled defaultValue="Off" />
    <TextInput label="With a unit" defaultValue="60" {...inUnit("s")} />
    <PasswordInput
      label="Stream key"
      defaultValue="secret"
      visibilityToggleButtonProps={{ "aria-label": "Show the key" }}
    />
    <Select label="Visibility" data={["Published", "Unpublished"]} defaultValue="Published" />
    <Textarea label="Description" autosize minRows={3} defaultValue="A morning in four seconds." />
  </Part>
);

const Switches = () => (
  <>
    <Part name="Switches and boxes">
      <Row>
        <Switch label="Off" />
        <Switch label="On" defaultChecked />
        <Switch label="Locked off" disabled />
        <Switch label="Locked on" disabled defaultChecked />
      </Row>
      <Row>
        <Checkbox label="Empty" />
        <Checkbox label="Ticked" defaultChecked />
        <Checkbox label="Some" indeterminate />
        <Checkbox label="Locked" disabled />
      </Row>
    </Part>
    <Part name="Segments">
      <Choice />
      <Segments
        aria-label="Locked"
        disabled
        value="one"
        onChange={() => {}}
        data={[
          { value: "one", label: "One" },
          { value: "two", label: "Two" },
        ]}
      />
    </Part>
  </>
);

const Codes = () => (
  <>
    <Part name="CodeField">
      <CodeField
        label="Share link"
        code="https://video.example.com/share/k4Zt9w?utm_source=console&start=12&autoplay=1&muted=1&language=en-US"
        copyLabel="Copy Share link"
        onCopy={copy}
      />
      <CodeField label="Iframe embed code" code={EMBED} lines={2} copyLabel="Copy Iframe embed code" onCopy={copy} />
    </Part>
    <Part name="Progress">
      <Progress value={42} aria-label="Encoding" />
    </Part>
  </>
);

function Choice() {
  const [value, setValue] = useState<"all" | "published" | "failed">("published");
  return (
    <Segments
      aria-label="Status"
      value={value}
      onChange={setValue}
      data={[
        { value: "all", label: "All" },
        { value: "published", label: "Published" },
        { value: "failed", label: "Failed" },
      ]}
    />
  );
}
