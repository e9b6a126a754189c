import { QueryClient, useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { question } from "../../platform/confirm.ts";
import { ConfirmDialog } from "../../shell/dialogs/ConfirmDialog.tsx";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { answerApi, type Call } from "../../testing/api.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { projectQuery, type Project } from "../queries.ts";
import { ProjectForm } from "./ProjectForm.tsx";

const SENTENCE = "Someone else changed this project since you opened it. Load it again, then change it.";
const theirs: Project = {
  ...{ id: 3, account_id: 1, name: "Theirs", hash: "abc", domain: "example.com", created_at: "2026-01-01T00:00:00Z" },
  ...{ timezone: "UTC", default_category_id: null, default_privacy: "unpublished", max_upload_bytes: null },
  ...{ source_retention_days: null, trash_days: 0, published_url_pattern: null, version: 5 },
  ...{ captions_mode: "on_demand", captions_language: null, captions_published: true, captions_available: false },
};

let calls: Call[];

beforeEach(() => {
  signedIn();
  calls = answerApi({
    answers: {
      projects: {
        getProject: { data: theirs },
        updateProject: ({ body }) =>
          body.includes('"version"')
            ? Response.json({ message: SENTENCE, code: "changed_since" }, { status: 409 })
            : { message: "Project is saved.", project: { ...theirs, name: "Mine", version: 6 } },
      },
    },
  });
});
afterEach(() => question.get().answer(false));

const saved = () =>
  calls.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body) as Record<string, unknown>);

function Page() {
  const { data } = useQuery(projectQuery(3));
  return data ? (
    <SettingsArea>
      <ProjectForm project={data} readOnly={false} />
    </SettingsArea>
  ) : null;
}

/** The form of a project that was read before someone else saved it, with another name saved. */
async function save(): Promise<HTMLInputElement> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(projectQuery(3).queryKey, { ...theirs, name: "Before", version: 4 });
  await renderPart(
    <>
      <Page />
      <ConfirmDialog />
    </>,
    client,
  );
  const field = await screen.findByDisplayValue<HTMLInputElement>("Before");
  fireEvent.change(field, { target: { value: "Mine" } });
  fireEvent.click(await screen.findByText("Save changes"));
  return field;
}

async function answer(word: string): Promise<void> {
  const dialog = await screen.findByRole("dialog", { name: "Changed since you opened it" });
  within(dialog).getByText(/“Overwrite” replaces their version, “Load again” discards yours\./);
  fireEvent.click(within(dialog).getByText(word));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("what someone else saved meanwhile is overwritten by who says so", async () => {
  await save();
  await answer("Overwrite");
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()).toMatchObject([{ name: "Mine", version: 4 }, { name: "Mine" }]);
  expect(saved()[1]).not.toHaveProperty("version");
});

test("what someone else saved meanwhile takes the place of what was typed for who loads it", async () => {
  const field = await save();
  await answer("Load again");
  await waitFor(() => expect(field.value).toBe("Theirs"));
  // The next change is one of theirs.
  fireEvent.change(field, { target: { value: "Ours" } });
  fireEvent.click(await screen.findByText("Save changes"));
  await waitFor(() => expect(saved()).toMatchObject([{ version: 4 }, { name: "Ours", version: 5 }]));
});

test("who answers neither continues to type, and is asked again", async () => {
  const field = await save();
  await answer("Cancel");
  expect(field.value).toBe("Mine");
  fireEvent.click(screen.getByText("Save changes"));
  await answer("Cancel");
  expect(saved()).toMatchObject([{ version: 4 }, { version: 4 }]);
});
