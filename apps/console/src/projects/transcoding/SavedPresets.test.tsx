import { defaultProjectLadder, withPreset, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { presetNamed } from "@kinora/domain/transcoding/saved-presets.ts";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { SavedPresets } from "./SavedPresets.tsx";

let shown: ProjectLadder;

interface ShownProps {
  ladder: ProjectLadder;
  readOnly: boolean;
  onEdit: (ladder: ProjectLadder) => void;
}

function Shown({ ladder, readOnly, onEdit }: ShownProps) {
  const form = useForm<ProjectLadder>({ saved: ladder, readOnly });
  useEffect(() => onEdit(form.values), [form.values, onEdit]);
  return <SavedPresets form={form} />;
}

const keep = (ladder: ProjectLadder) => {
  shown = ladder;
};
const show = (ladder: ProjectLadder, readOnly = false) =>
  renderPart(<Shown ladder={ladder} readOnly={readOnly} onEdit={keep} />, new QueryClient());

const basic = withPreset(defaultProjectLadder, "basic");
const lectures = presetNamed("Lectures", { ...basic, maxFps: 30, audioKbps: 96 });
const choose = async (preset: string, item: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `Preset ${preset}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};
const names = () => shown.presets.map(({ name }) => name);

test("the current settings are kept under a name that no other preset has", async () => {
  await show({ ...basic, presets: [lectures] });
  fireEvent.click(await screen.findByRole("button", { name: "Save as preset" }));
  const field = screen.getByRole("textbox", { name: "Name of the preset" });
  fireEvent.change(field, { target: { value: "lectures" } });
  fireEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect(screen.getByText("There is already a preset named lectures.")).toBeTruthy();
  fireEvent.change(field, { target: { value: " Talks " } });
  fireEvent.keyDown(field, { key: "Enter" });
  expect(names()).toEqual(["Lectures", "Talks"]);
  expect(shown.presets[1]).toEqual(presetNamed("Talks", basic));
});

test("a preset is used, updated with the current settings, renamed and deleted", async () => {
  await show({ ...defaultProjectLadder, presets: [lectures] });
  await choose("Lectures", "Use");
  expect(shown).toMatchObject({ rungs: lectures.rungs, maxFps: 30, audioKbps: 96 });
  await choose("Lectures", "Rename");
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Name of the preset" });
  expect(field.value).toBe("Lectures");
  fireEvent.change(field, { target: { value: "Talks" } });
  fireEvent.click(screen.getByRole("button", { name: "Keep" }));
  expect(names()).toEqual(["Talks"]);
  cleanup();
  await show({ ...defaultProjectLadder, presets: [lectures] });
  await choose("Lectures", "Update with the current settings");
  expect(shown.presets).toEqual([presetNamed("Lectures", defaultProjectLadder)]);
  await choose("Lectures", "Delete");
  expect(shown.presets).toEqual([]);
});

test("who may only look sees the names, and nothing where there is none", async () => {
  await show({ ...basic, presets: [lectures] }, true);
  expect(await screen.findByText("Lectures")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  cleanup();
  await show(basic, true);
  expect(screen.queryByRole("group", { name: "Saved presets" })).toBeNull();
});
