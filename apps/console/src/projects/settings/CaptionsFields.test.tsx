import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { answerApi, type Call } from "../../testing/api.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { Project } from "../queries.ts";
import { ProjectForm } from "./ProjectForm.tsx";

const project: Project = {
  ...{ id: 3, account_id: 1, name: "Orchard", hash: "abc", domain: "example.com", created_at: "2030-01-01T00:00:00Z" },
  ...{ timezone: "UTC", default_category_id: null, default_privacy: "unpublished", max_upload_bytes: null },
  ...{ source_retention_days: null, trash_days: 30, published_url_pattern: null, version: 5 },
  ...{ captions_mode: "always", captions_language: "de", captions_published: true, captions_available: true },
};
let calls: Call[];

beforeEach(() => {
  signedIn();
  calls = answerApi({ answers: { projects: { updateProject: { message: "Project is saved.", project } } } });
});

const shown = (values: Partial<Project> = {}) =>
  renderPart(
    <SettingsArea>
      <ProjectForm project={{ ...project, ...values }} readOnly={false} />
    </SettingsArea>,
  );

test("whether viewers get automatic captions immediately is saved with their mode and language", async () => {
  await shown();
  fireEvent.click(await screen.findByRole("switch", { name: /^Show viewers automatic captions/ }));
  fireEvent.click(await screen.findByText("Save changes"));
  await waitFor(() => expect(calls.some(({ name }) => name === "projects.updateProject")).toBe(true));
  const { body } = calls.find(({ name }) => name === "projects.updateProject") ?? expect.unreachable();
  expect(JSON.parse(body)).toMatchObject({
    captions_mode: "always",
    captions_language: "de",
    captions_published: false,
  });
});

test("where captions are never created, there is no language to choose", async () => {
  await shown({ captions_mode: "off" });
  expect(await screen.findByDisplayValue("Never")).toBeDefined();
  expect(screen.queryByText("Spoken language")).toBeNull();
});

test("an installation without an engine has no such settings", async () => {
  await shown({ captions_available: false });
  expect(await screen.findByDisplayValue("Orchard")).toBeDefined();
  expect(screen.queryByText("Automatic captions")).toBeNull();
});
