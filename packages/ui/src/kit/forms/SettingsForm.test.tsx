import { MantineProvider, Switch, TextInput } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { theme } from "../../theme.ts";
import { SaveArea } from "./SaveArea.tsx";
import { SettingGroup } from "./SettingGroup.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import { useForm, type Form } from "./use-form.ts";

interface Values {
  name: string;
  days: string;
  tags: string[];
  record: boolean;
}

const SAVED: Values = { name: "Harbour", days: "30", tags: [], record: false };

let saved: Values;
let forms: Record<string, Form<Values>>;
const sent = vi.fn<(form: string, values: Values) => void>();
const dirty = vi.fn<(dirty: boolean) => void>();

beforeEach(() => {
  saved = SAVED;
  forms = {};
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: false,
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
  dirty.mockReset();
});

function One({ id, readOnly = false }: { id: string; readOnly?: boolean }) {
  const form = useForm<Values>({
    saved,
    readOnly,
    serverNames: { retention_days: "days" },
    check: ({ name }) => (name === "" ? { name: "A name is needed." } : {}),
  });
  useEffect(() => {
    forms[id] = form;
  });
  return (
    <SettingsForm
      form={form}
      saving={false}
      locked="View only. Editing needs the “Change project settings” permission."
      onSave={() => sent(id, form.values)}
    >
      <SettingGroup title={id}>
        <TextInput label={`${id} name`} {...form.text("name")} />
        <TextInput label={`${id} days`} {...form.text("days")} />
        <TextInput label={`${id} tags`} error={form.error("tags")} readOnly />
        <Switch label={`${id} record`} {...form.flag("record")} />
      </SettingGroup>
    </SettingsForm>
  );
}

const page = (readOnly = false) => (
  <MantineProvider theme={theme} env="test" withCssVariables={false}>
    <SaveArea onDirty={dirty}>
      <One id="first" readOnly={readOnly} />
      <One id="second" readOnly={readOnly} />
    </SaveArea>
  </MantineProvider>
);

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const bar = () => screen.queryByRole("region", { name: "You have unsaved changes." });

test("one bar saves whatever is unsaved in the forms of an area, and nothing else", () => {
  render(page());
  expect(bar()).toBeNull();
  type("first name", "Quay");
  fireEvent.click(screen.getByRole("switch", { name: "first record" }));
  expect(bar()).not.toBeNull();
  expect(dirty).toHaveBeenLastCalledWith(true);
  press("Save changes");
  expect(sent.mock.calls).toEqual([["first", { ...SAVED, name: "Quay", record: true }]]);

  type("second days", "7");
  sent.mockReset();
  fireEvent.keyDown(document, { key: "s", ctrlKey: true });
  expect(sent.mock.calls.map(([form]) => form)).toEqual(["first", "second"]);
});

test("discarding shows what is stored again, and typing it back needs no bar", () => {
  render(page());
  type("first name", "Quay");
  type("second days", "7");
  press("Discard");
  expect([field("first name").value, field("second days").value]).toEqual(["Harbour", "30"]);
  expect(bar()).toBeNull();
  expect(dirty).toHaveBeenLastCalledWith(false);
  type("first name", "Quay");
  type("first name", "Harbour");
  expect(bar()).toBeNull();
});

test("what others changed is shown, but not over what is being edited", () => {
  const { rerender } = render(page());
  type("second name", "Quay");
  saved = { ...SAVED, name: "Pier" };
  rerender(page());
  expect([field("first name").value, field("second name").value]).toEqual(["Pier", "Quay"]);
});

test("a message stands at its field, which gets the focus and loses the message once it is edited", () => {
  render(page());
  type("first name", "");
  press("Save changes");
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByText("A name is needed.")).toBeTruthy();
  expect(document.activeElement).toBe(field("first name"));
  type("first name", "Q");
  expect(screen.queryByText("A name is needed.")).toBeNull();
});

test("the server's messages find their fields by its own names, by entry, or stand below the form", () => {
  render(page());
  const refused = { retention_days: ["Too long."], "tags.1": ["Too short."], quota: ["Nothing left."] };
  const refuse = (fields: Record<string, string[]>) => {
    let isShown: boolean | undefined;
    act(() => {
      isShown = forms["first"]?.refuse(fields);
    });
    return isShown;
  };
  expect(refuse({})).toBe(false);
  expect(refuse(refused)).toBe(true);
  const message = screen.getByText("Too long.");
  expect(field("first days").getAttribute("aria-describedby")).toContain(message.id);
  expect(screen.getByText("Too short.")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toBe("Nothing left.");
  expect(document.activeElement).toBe(field("first days"));
});

test("who may not change it reads it, with the permission it takes", () => {
  render(page(true));
  expect(screen.getAllByText("View only. Editing needs the “Change project settings” permission.")).toHaveLength(2);
  expect(field("first name").readOnly).toBe(true);
  expect(screen.getByRole("switch", { name: "first record" }).hasAttribute("disabled")).toBe(true);
});
