import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { Draft, Profile } from "../queries.ts";
import { NewProfileDialog } from "./NewProfileDialog.tsx";

/** What was asked of the server, and what it refuses. */
let asked: unknown[];
let refused: Record<string, string[]> | null;

beforeEach(() => {
  signedIn();
  [asked, refused] = [[], null];
  answerFetch(async (request) => {
    if (request.method === "POST") asked.push(await request.json());
    return refused === null
      ? Response.json({ data: { id: 7 }, message: "Profile is created." })
      : Response.json({ code: "invalid", message: "Check the fields.", errors: refused }, { status: 422 });
  });
});

const NEW: Draft = { name: "", policy: OPEN_POLICY };
const show = (draft: Draft, usual: Profile | null = null) =>
  renderPart(<NewProfileDialog projectId={3} draft={draft} usual={usual} onClose={() => {}} />);
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () => fireEvent.click(screen.getByRole("button", { name: "Create profile" }));

test("the first profile allows the domains typed, and applies to the project", async () => {
  await show(NEW);
  type(/^Name/, "Partners");
  type(/^Allowed domains/, "example.com, *.example.org\n");
  create();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    name: "Partners",
    is_default: true,
    policy: { referrers: { mode: "only", entries: ["example.com", "*.example.org"] } },
  });
});

test("where another profile is the default, the dialog says what would change and leaves it", async () => {
  await show(NEW, { name: "House rules" } as Profile);
  expect(screen.getByText("Replaces “House rules” for everything that has no profile of its own.")).toBeDefined();
  type(/^Name/, "Open");
  create();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ is_default: false, policy: { referrers: { mode: "all", entries: [] } } });
});

test("a copy keeps its rules and applies to nothing yet", async () => {
  const policy = {
    ...OPEN_POLICY,
    signed: true,
    referrers: { mode: "block" as const, entries: ["a.example"], empty: true },
  };
  await show({ name: "Partners (copy)", policy });
  expect(screen.queryByLabelText(/^Allowed domains/)).toBeNull();
  create();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({ name: "Partners (copy)", is_default: false, policy });
});

test("a domain that is none is refused at its field", async () => {
  refused = { "policy.referrers.entries.0": ["“a b” must look like example.com."] };
  await show(NEW);
  type(/^Name/, "Partners");
  type(/^Allowed domains/, "a@b");
  create();
  const field = screen.getByLabelText<HTMLTextAreaElement>(/^Allowed domains/);
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("“a b” must look like example.com.")).toBeDefined();
});
