import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { newProject, openNewProject } from "../../platform/new-project.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { NewProjectDialog } from "./NewProjectDialog.tsx";

beforeEach(() => {
  signedIn();
  openNewProject();
});

const field = (name: RegExp) => screen.getByRole("textbox", { name });

// spec: 5.1, 5.3
test("both fields are required, and editing one takes its message away", async () => {
  const sent = vi.spyOn(globalThis, "fetch");
  await renderPart(<NewProjectDialog />);
  fireEvent.submit(field(/Name/));
  expect(screen.getByText("Project name can not be empty.")).toBeTruthy();
  expect(screen.getByText("Domain can not be empty.")).toBeTruthy();
  fireEvent.change(field(/Name/), { target: { value: "Orchard" } });
  expect(screen.queryByText("Project name can not be empty.")).toBeNull();
  expect(screen.getByText("Domain can not be empty.")).toBeTruthy();
  expect(sent).not.toHaveBeenCalled();
});

// spec: 5.2, 5.3
test("what the server says about a field stands at that field until that is edited", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(
    new Response(
      JSON.stringify({
        message: "Check the form.",
        code: "invalid",
        errors: { domain: ["Domain must look like example.com."] },
      }),
      {
        status: 422,
        headers: { "content-type": "application/json" },
      },
    ),
  );
  await renderPart(<NewProjectDialog />);
  fireEvent.change(field(/Name/), { target: { value: "Orchard" } });
  fireEvent.change(field(/Domain/), { target: { value: "nowhere!" } });
  fireEvent.submit(field(/Domain/));
  await waitFor(() => expect(screen.getByText("Domain must look like example.com.")).toBeTruthy());
  expect(newProject.get().opened).toBe(true);
  fireEvent.change(field(/Domain/), { target: { value: "example.com" } });
  expect(screen.queryByText("Domain must look like example.com.")).toBeNull();
});
