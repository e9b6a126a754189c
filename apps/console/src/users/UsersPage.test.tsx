import type { Pagination } from "@kinora/domain/pages.ts";
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import type { MadeKey } from "./leaving/leaving-queries.ts";
import type { AuditEntry, Invitation, ProjectUser } from "./queries.ts";
import { usersView } from "./users-view.ts";
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
  blocked_reason: null,
  last_seen_at: null,
  projects: 2,
  second_factor: false,
  ...change,
});
const people = [person(5, "Mara", { owner: true, role: { id: null, title: "Owner" } }), person(6, "Otto")];
const invitation: Invitation = {
  id: 9,
  project_id: 3,
  state: "pending",
  email: "new@example.com",
  role: { id: 2, title: "Viewer" },
  created_at: "2026-09-21T10:00:00.000Z",
  expires_at: "2026-09-28T10:00:00.000Z",
  link: "http://localhost:4001/invitation?token=9.x",
};
const olderInvitation: Invitation = { ...invitation, id: 8, email: "older@example.com" };
const entry: AuditEntry = {
  id: 4,
  at: "2026-09-21T10:00:00.000Z",
  source: "console",
  actor: { user_id: 5, name: "Mara Voss", as: "superuser", as_name: null },
  action: "video.updated",
  object: { type: "video", id: 12, title: "Harbor", exists: true },
  changes: [{ name: "title", before: "Old", after: "New" }],
  address: "192.0.2.7",
};
let changes: string[];
/** The path of a change that is refused. */
let refused: string | null;
/** The queries that the audit log was asked with. */
let audits: string[];
/** The pages of the list that were asked for, and what they answer. */
let pages: string[];
/** The queries that the invitations were asked with. */
let invitationPages: string[];
/** The keys that people made, and the queries they were asked with. */
let keys: MadeKey[];
let keyQueries: string[];
let searches: (string | null)[];
let listed: (page: number) => { data: ProjectUser[]; pagination: Pagination };

beforeEach(() => {
  signedIn();
  changes = [];
  refused = null;
  audits = [];
  pages = [];
  invitationPages = [];
  searches = [];
  keys = [];
  keyQueries = [];
  listed = (page) => ({ data: people, pagination: { page, max: 1, per_page: 30, total: 2, from: 1, to: 2 } });
  answerFetch(async (request, { pathname }) => {
    if (request.method !== "GET") {
      changes.push(`${request.method} ${pathname} ${await request.text()}`);
      if (pathname === refused) return Response.json({ message: "Not today.", code: "conflict" }, { status: 409 });
      return Response.json({ message: "Done.", user: people[1], invitation });
    }
    if (pathname.endsWith("/invitations")) {
      const isFirst = !new URL(request.url).searchParams.has("before");
      invitationPages.push(new URL(request.url).search);
      return Response.json(isFirst ? { data: [invitation], more: true } : { data: [olderInvitation], more: false });
    }
    if (pathname.endsWith("/api-keys")) {
      keyQueries.push(pathname + new URL(request.url).search);
      return Response.json({ data: keys });
    }
    if (pathname.endsWith("/audit/actions")) return Response.json({ data: ["video.updated"] });
    if (pathname.endsWith("/audit")) {
      audits.push(new URL(request.url).search);
      return Response.json({ data: [entry], more: false });
    }
    if (pathname.endsWith("/roles"))
      return Response.json({
        data: [
          {
            id: 1,
            title: "Editor",
            description: "",
            permissions: ["playlist_manage", "video_edit"],
            system: false,
            people: 3,
            version: 1,
          },
          {
            id: 2,
            title: "Viewer",
            description: "",
            permissions: ["video_view", "users_view"],
            system: true,
            people: 1,
            version: 1,
          },
        ],
      });
    const { searchParams } = new URL(request.url);
    const page = searchParams.get("page") ?? "1";
    pages.push(page);
    searches.push(searchParams.get("search"));
    return Response.json(listed(Number(page)));
  });
});

const show = (address = "/users") => renderPart(<UsersPage />, new QueryClient(), address, usersView.read, "/users");

const choose = async (name: string, item: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  fireEvent.click(await screen.findByRole("menuitem", { name: item }));
};

test("removing a user asks the specification's question first, and offers a new owner of their videos", async () => {
  await show();
  await choose("Otto Voss", "Remove from project");
  expect(await screen.findByText(/^Are you sure you want to permanently remove this user\?/)).toBeTruthy();
  fireEvent.click(screen.getByRole("combobox", { name: "Give their videos to" }));
  fireEvent.click(await screen.findByRole("option", { name: "Mara Voss", hidden: true }));
  expect(changes).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Remove from project" }));
  await waitFor(() => expect(changes).toEqual(['DELETE /projects/3/users/6 {"videos_to":5}']));
});

test("the list says in how many projects each is and who has a second factor; sessions end after a question", async () => {
  people[1] = person(6, "Otto", { projects: 4, second_factor: true });
  await show();
  const row = (await screen.findByText("Otto Voss")).closest('[role="row"]') as HTMLElement;
  expect(within(row).getByText("4")).toBeTruthy();
  expect(within(row).getByText("Yes")).toBeTruthy();
  await choose("Otto Voss", "End all sessions");
  await waitFor(() => expect(question.get().asked?.title).toBe("End all sessions of Otto Voss?"));
  expect(changes).toEqual([]);
  question.get().answer(true);
  await waitFor(() => expect(changes.map((line) => line.trim())).toEqual(["POST /projects/3/users/6/sign-out"]));
});

test("a user is blocked with a reason, and unblocked", async () => {
  await show();
  await choose("Otto Voss", "Block");
  const submit = await screen.findByRole("button", { name: "Block" });
  // Once it is known that they made no keys.
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);
  expect(await screen.findByText("Reason can not be empty.")).toBeTruthy();
  fireEvent.change(screen.getByRole("textbox", { name: "Reason" }), { target: { value: "Left" } });
  fireEvent.click(screen.getByRole("button", { name: "Block" }));
  await waitFor(() => expect(changes).toEqual(['POST /projects/3/users/6/block {"reason":"Left"}']));
  cleanup();
  listed = (page) => ({
    data: [person(7, "Nils", { status: "blocked", blocked_reason: "Left" })],
    pagination: { page, max: 1, per_page: 30, total: 1, from: 1, to: 1 },
  });
  await show();
  expect(await screen.findByText("Blocked: Left")).toBeTruthy();
  await choose("Nils Voss", "Unblock");
  await waitFor(() => expect(changes.at(-1)?.trim()).toBe("DELETE /projects/3/blocked-users/7"));
});

const made: MadeKey = {
  ...{ id: 7, project_id: 3, name: "Nightly import", prefix: "vk_live_abcd" },
  ...{ state: "active", last_used_at: null },
};

/** Sends a dialog once it is known which keys people made. */
async function send(dialog: HTMLElement, name: string): Promise<void> {
  const submit = within(dialog).getByRole("button", { name });
  await waitFor(() => expect(submit.hasAttribute("disabled")).toBe(false));
  fireEvent.click(submit);
}

/** Chooses who gets the keys that a dialog lists. */
async function giveKeys(): Promise<void> {
  const list = await screen.findByRole("list", { name: "API keys" });
  expect(list.textContent).toBe("Nightly import (vk_live_abcd…)");
  fireEvent.click(screen.getByRole("combobox", { name: "Give these API keys to" }));
  const options = await screen.findByRole("listbox", { name: "Give these API keys to" });
  fireEvent.click(await within(options).findByRole("option", { name: "Mara Voss" }));
}

test("the keys of a user who is removed or blocked are listed, and disabled unless someone gets them", async () => {
  keys = [made];
  await show();
  await choose("Otto Voss", "Remove from project");
  await giveKeys();
  fireEvent.click(screen.getByRole("button", { name: "Remove from project" }));
  await waitFor(() => expect(changes).toEqual(['DELETE /projects/3/users/6 {"keys_to":5}']));
  await choose("Otto Voss", "Block");
  await screen.findByText("They created 1 API key that they can no longer have:");
  fireEvent.change(screen.getByRole("textbox", { name: "Reason" }), { target: { value: "Left" } });
  fireEvent.click(screen.getByRole("button", { name: "Block" }));
  await waitFor(() => expect(changes.at(-1)).toBe('POST /projects/3/users/6/block {"reason":"Left"}'));
});

test("a role that may not have a user's keys is given after a question", async () => {
  keys = [made];
  await show();
  fireEvent.click(await screen.findByRole("combobox", { name: "Role of Otto Voss" }));
  fireEvent.click(await screen.findByRole("option", { name: "Editor", hidden: true }));
  const dialog = await screen.findByRole("dialog", { name: "Change the role of Otto Voss?" });
  expect(keyQueries).toEqual(["/projects/3/users/6/api-keys?role_id=1"]);
  expect(changes).toEqual([]);
  await giveKeys();
  fireEvent.click(within(dialog).getByRole("button", { name: "Change role" }));
  await waitFor(() => expect(changes).toEqual(['PUT /projects/3/users/6 {"role_id":1,"keys_to":5}']));
});

test("several users are blocked at once: owners are left out, and who could not be blocked is named", async () => {
  const third = person(7, "Nils");
  listed = (page) => ({
    data: [...people, third],
    pagination: { page, max: 1, per_page: 30, total: 3, from: 1, to: 3 },
  });
  refused = "/projects/3/users/7/block";
  await show();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all of this page" }));
  const bar = await screen.findByRole("toolbar", { name: "3 users selected" });
  fireEvent.click(within(bar).getByRole("button", { name: "Block" }));
  const dialog = await screen.findByRole("dialog", { name: "Block 2 users?" });
  expect(within(dialog).getByText(/Owners and you are skipped\.$/)).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox", { name: "Reason" }), { target: { value: "Left" } });
  await send(dialog, "Block");
  const failures = await screen.findByRole("list", { name: "Not changed" });
  expect(changes).toEqual([
    'POST /projects/3/users/6/block {"reason":"Left"}',
    'POST /projects/3/users/7/block {"reason":"Left"}',
  ]);
  expect(failures.textContent).toBe("Nils VossNot today.");
  expect(screen.getByText("1 user is blocked.")).toBeTruthy();
});

test("the keys of several users are listed before they are removed, and given to someone who stays", async () => {
  keys = [made];
  await show();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Otto Voss" }));
  const bar = await screen.findByRole("toolbar", { name: "1 user selected" });
  fireEvent.click(within(bar).getByRole("button", { name: "Remove from project" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove 1 user?" });
  await giveKeys();
  await send(dialog, "Remove from project");
  await waitFor(() => expect(changes).toEqual(['DELETE /projects/3/users/6 {"keys_to":5}']));
});

test("the keys that a role takes from several users are listed once it is chosen", async () => {
  keys = [made];
  await show();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Otto Voss" }));
  fireEvent.click(await screen.findByRole("button", { name: "Change role" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the role of 1 user?" });
  expect(within(dialog).queryByRole("list", { name: "API keys" })).toBeNull();
  fireEvent.click(within(dialog).getByRole("combobox", { name: /^Role/ }));
  const list = await screen.findByRole("listbox", { name: /^Role\b(?! of)/ });
  fireEvent.click(within(list).getByRole("option", { name: "Editor" }));
  await giveKeys();
  expect(keyQueries).toEqual(["/projects/3/users/6/api-keys?role_id=1"]);
  await send(dialog, "Change role");
  await waitFor(() => expect(changes).toEqual(['PUT /projects/3/users/6 {"role_id":1,"keys_to":5}']));
});

test("several users get another role at once", async () => {
  await show();
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select Otto Voss" }));
  fireEvent.click(await screen.findByRole("button", { name: "Change role" }));
  const dialog = await screen.findByRole("dialog", { name: "Change the role of 1 user?" });
  await send(dialog, "Change role");
  expect(await within(dialog).findByText("Role can not be empty.")).toBeTruthy();
  fireEvent.click(within(dialog).getByRole("combobox", { name: /^Role/ }));
  const list = await screen.findByRole("listbox", { name: /^Role\b(?! of)/ });
  fireEvent.click(within(list).getByRole("option", { name: "Editor" }));
  await send(dialog, "Change role");
  await waitFor(() => expect(changes).toEqual(['PUT /projects/3/users/6 {"role_id":1}']));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a member's role is changed in the list; an owner's cannot be", async () => {
  await show();
  const [, owner, member] = await screen.findAllByRole("row");
  if (!owner || !member) throw new Error("The list has no rows.");
  expect(within(owner).getByText("Owner")).toBeTruthy();
  expect(within(owner).queryByRole("button")).toBeNull();
  const role = within(member).getByRole("combobox", { name: "Role of Otto Voss" });
  fireEvent.click(role);
  fireEvent.click(await screen.findByRole("option", { name: "Editor", hidden: true }));
  await waitFor(() => expect(changes).toEqual(['PUT /projects/3/users/6 {"role_id":1}']));
});

test("an invitation is sent again, revoked after a question, and its link copied", async () => {
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
  await show("/users?tab=invitations");
  const choose = async (item: string) => {
    fireEvent.click(await screen.findByRole("button", { name: "Actions for new@example.com" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: item }));
  };
  await choose("Copy link");
  await waitFor(() => expect(written).toEqual([invitation.link]));
  await choose("Resend");
  await waitFor(() => expect(changes.map((each) => each.trim())).toEqual(["POST /projects/3/invitations/9/resend"]));
  await choose("Revoke");
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  question.get().answer(true);
  await waitFor(() => expect(changes.at(-1)?.trim()).toBe("DELETE /projects/3/invitations/9"));
  vi.unstubAllGlobals();
});

test("older invitations are loaded below those that are there", async () => {
  await show("/users?tab=invitations&invitation=pending");
  await screen.findByText("new@example.com");
  expect(screen.queryByText("older@example.com")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Load more" }));
  await screen.findByText("older@example.com");
  expect(screen.getByText("new@example.com")).toBeDefined();
  expect(invitationPages).toEqual(["?state=pending", "?state=pending&before=9"]);
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
});

test("a page that went with its last row gives way to the last page there is", async () => {
  listed = (page) =>
    page === 1
      ? { data: people, pagination: { page, max: 2, per_page: 30, total: 31, from: 1, to: 30 } }
      : { data: [], pagination: { page, max: 1, per_page: 30, total: 30, from: 0, to: 0 } };
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Page 2" }));
  await waitFor(() => expect(pages.slice(0, 2)).toEqual(["1", "2"]));
  expect(await screen.findByText("Otto Voss")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Page 1" }).getAttribute("aria-current")).toBe("page");
});

test("people are searched by name and address, and nobody found offers to clear the search", async () => {
  await show();
  await screen.findByText("Otto Voss");
  listed = (page) => ({ data: [], pagination: { page, max: 1, per_page: 30, total: 0, from: 0, to: 0 } });
  fireEvent.change(screen.getByRole("searchbox", { name: "Search name or email" }), { target: { value: "nobody" } });
  expect(await screen.findByText("No users match these filters")).toBeTruthy();
  expect(searches.at(-1)).toBe("nobody");
  listed = (page) => ({ data: people, pagination: { page, max: 1, per_page: 30, total: 2, from: 1, to: 2 } });
  fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("Otto Voss")).toBeTruthy();
});

test("the roles are a tab of their own, with what each may change and see", async () => {
  await show();
  fireEvent.click(await screen.findByRole("tab", { name: "Roles" }));
  const table = await screen.findByRole("table", { name: "Roles" });
  const viewer = within(table).getByRole("row", { name: /^Viewer/ });
  expect(within(viewer).getByText("Videos, Users")).toBeTruthy();
  const editor = within(table).getByRole("row", { name: /^Editor/ });
  expect(within(editor).getByText("Playlists, Videos (some)")).toBeTruthy();
});

test("the audit log is a tab with who, as whom, what and the values, and its filters are in its address and its CSV", async () => {
  await show("/users?tab=audit&action=video.updated&from=2026-09-01");
  expect(await screen.findByText("as superuser")).toBeTruthy();
  expect(screen.getByText("title: Old → New")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Harbor" }).getAttribute("href")).toBe("/video/12");
  expect(audits.at(-1)).toBe("?action=video.updated&from=2026-09-01");
  const csv = screen.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  expect(csv).toMatch(/\/projects\/3\/audit\.csv\?action=video\.updated&from=2026-09-01$/);
  fireEvent.click(screen.getByRole("button", { name: "Show the values of Video updated" }));
  expect(await screen.findByRole("cell", { name: "Old" })).toBeTruthy();
});
