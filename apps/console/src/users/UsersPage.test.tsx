import type { Pagination } from "@kinora/domain/pages.ts";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import type { Invitation, ProjectUser } from "./queries.ts";
import UsersPage from "./UsersPage.tsx";

const person = (id: number, first: string, change: Partial<ProjectUser> = {}): ProjectUser => ({
  id,
  first_name: first,
  last_name: "Voss",
  email: `${first.toLowerCase()}@example.com`,
  avatar_url: null,
  status: "active",
  role: { id: 2, title: "Viewer" },
  owner: false,
  last_seen_at: null,
  ...change,
});
const people = [person(5, "Mara", { owner: true, role: { id: null, title: "Owner" } }), person(6, "Otto")];
const invitation: Invitation = {
  id: 9,
  email: "new@example.com",
  role: { id: 2, title: "Viewer" },
  created_at: "2026-09-21T10:00:00.000Z",
  expires_at: "2026-09-28T10:00:00.000Z",
  link: "http://localhost:4001/invitation?token=9.x",
};
let changes: string[];
/** The pages of the list that were asked for, and what they answer. */
let pages: string[];
let listed: (page: number) => { data: ProjectUser[]; pagination: Pagination };

beforeEach(() => {
  signedIn();
  changes = [];
  pages = [];
  listed = (page) => ({ data: people, pagination: { page, max: 1, per_page: 30, total: 2, from: 1, to: 2 } });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") {
      changes.push(`${request.method} ${pathname} ${await request.text()}`);
      return Response.json({ message: "Done.", user: people[1], invitation });
    }
    if (pathname.endsWith("/invitations")) return Response.json({ data: [invitation] });
    if (pathname.endsWith("/roles"))
      return Response.json({
        data: ["Editor", "Viewer"].map((title, index) => ({ id: index + 1, title, description: "", permissions: [] })),
      });
    const page = new URL(request.url).searchParams.get("page") ?? "1";
    pages.push(page);
    return Response.json(listed(Number(page)));
  });
});
afterEach(cleanup);

test("removing a user asks the specification's question first", async () => {
  await renderPart(<UsersPage />);
  fireEvent.click(await screen.findByRole("button", { name: "Remove Otto Voss?" }));
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  expect(question.get().asked?.text).toMatch(/^Are you sure you want to permanently remove this user\?/);
  expect(changes).toEqual([]);
  question.get().answer(true);
  await waitFor(() => expect(changes.map((change) => change.trim())).toEqual(["DELETE /projects/3/users/6"]));
});

test("a member's role is changed in the list; an owner's can not be", async () => {
  await renderPart(<UsersPage />);
  const [, owner, member] = await screen.findAllByRole("row");
  if (!owner || !member) throw new Error("The list has no rows.");
  expect(within(owner).getByText("Owner")).toBeTruthy();
  expect(within(owner).queryByRole("button")).toBeNull();
  fireEvent.focus(within(member).getByLabelText("Role of Otto Voss"));
  await waitFor(() => expect(within(member).getByLabelText("Role of Otto Voss").id).not.toBe(""));
  fireEvent.click(within(member).getByLabelText("Role of Otto Voss"));
  fireEvent.click(await screen.findByText("Editor"));
  await waitFor(() => expect(changes).toEqual(['PUT /projects/3/users/6 {"role_id":1}']));
});

test("an invitation is sent again, withdrawn after a question, and its link copied", async () => {
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
  await renderPart(<UsersPage />);
  fireEvent.click(await screen.findByRole("button", { name: "Copy the invitation link for new@example.com" }));
  await waitFor(() => expect(written).toEqual([invitation.link]));
  fireEvent.click(screen.getByRole("button", { name: "Send the invitation to new@example.com again" }));
  await waitFor(() => expect(changes.map((each) => each.trim())).toEqual(["POST /projects/3/invitations/9/resend"]));
  fireEvent.click(screen.getByRole("button", { name: "Withdraw the invitation of new@example.com" }));
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  question.get().answer(true);
  await waitFor(() => expect(changes.at(-1)?.trim()).toBe("DELETE /projects/3/invitations/9"));
  vi.unstubAllGlobals();
});

test("a page that went with its last row gives way to the last page there is", async () => {
  listed = (page) =>
    page === 1
      ? { data: people, pagination: { page, max: 2, per_page: 30, total: 31, from: 1, to: 30 } }
      : { data: [], pagination: { page, max: 1, per_page: 30, total: 30, from: 0, to: 0 } };
  await renderPart(<UsersPage />);
  fireEvent.click(await screen.findByRole("button", { name: "Page 2" }));
  await waitFor(() => expect(pages).toEqual(["1", "2"]));
  expect(await screen.findByText("Otto Voss")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Page 1" }).getAttribute("aria-current")).toBe("page");
});
