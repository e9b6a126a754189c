import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { ImportDialog } from "./ImportDialog.tsx";

/** What was sent to the import, the last one at the end. */
let sent: Record<string, unknown>[];
let answer: () => Response;
const closed = vi.fn();

const difference = {
  differences: [
    {
      section: "settings",
      created: [],
      changed: [{ name: null, note: null, fields: [{ field: "trash_days", before: 30, after: 7 }] }],
      removed: [],
      order: null,
    },
    {
      section: "webhooks",
      created: [{ name: "Website", fields: [{ field: "events", before: null, after: ["*"] }] }],
      changed: [],
      removed: [{ name: "Old", note: "Its deliveries are deleted with it." }],
      order: null,
    },
  ],
  changes: 2,
  fingerprint: "f1",
  secrets: [],
  message: "The file makes 2 changes.",
};

beforeEach(async () => {
  signedIn();
  sent = [];
  closed.mockClear();
  answer = () => Response.json({ ...difference, applied: false });
  answerFetch(async (request) => {
    if (!request.url.endsWith("/import")) return Response.json({});
    sent.push((await request.json()) as Record<string, unknown>);
    return answer();
  });
  await renderPart(<ImportDialog projectId={3} onClose={closed} />);
});

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const write = (value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: "Content" }), { target: { value } });

test("the difference is shown, and just that is applied; what it made is shown once", async () => {
  write("kinora: 1");
  press("Show differences");
  const shown = await screen.findByRole("region", { name: "Differences" });
  expect(shown.textContent).toContain("trash_days: from 30 → to 7");
  expect(within(shown).getByText("Kept: not in the file")).toBeTruthy();
  expect(sent).toEqual([{ document: "kinora: 1", prune: false, dry_run: true }]);
  const secrets = [{ kind: "webhook_secret", name: "Website", secret: "whsec_once" }];
  answer = () => Response.json({ ...difference, applied: true, secrets });
  press("Apply 2 changes");
  expect(await screen.findByDisplayValue("whsec_once")).toBeTruthy();
  expect(sent.at(-1)).toEqual({ document: "kinora: 1", prune: false, fingerprint: "f1" });
  press("Done");
  expect(closed).toHaveBeenCalled();
});

test("what was shown of another file, or without removing, is not applied", async () => {
  write("kinora: 1");
  press("Show differences");
  await screen.findByRole("button", { name: "Apply 2 changes" });
  fireEvent.click(screen.getByRole("checkbox", { name: "Delete items missing from the file" }));
  expect(screen.queryByRole("region", { name: "Differences" })).toBeNull();
  press("Show differences");
  const shown = await screen.findByRole("region", { name: "Differences" });
  expect(shown.textContent).toContain("Removed Old Its deliveries are deleted with it.");
  write("kinora: 1\ntags: []");
  expect(screen.getByRole("button", { name: "Show differences" })).toBeTruthy();
});

test("mistakes are listed with their lines, and an empty file is none", async () => {
  press("Show differences");
  expect(await screen.findByText("Choose a file or paste its content.")).toBeTruthy();
  expect(sent).toEqual([]);
  const said = "Line 3, column 15: Choose 0 to 365 days.";
  answer = () =>
    Response.json({ message: said, code: "invalid", errors: { "settings.trash_days": [said] } }, { status: 422 });
  write("kinora: 1");
  press("Show differences");
  await waitFor(() => expect(screen.getByRole("region", { name: "The file can't be imported" })).toBeTruthy());
  expect(screen.getByText(said)).toBeTruthy();
});
