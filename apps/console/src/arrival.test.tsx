import { VIEW_FLAGS } from "@kinora/domain/people/permissions.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { router } from "./routes.tsx";
import { API } from "./testing/api.ts";
import { follow, LOGIN, openConsole } from "./testing/console.ts";
import { guarded } from "./testing/guarded-pages.ts";
import { aConfig, aUser } from "./testing/videos.ts";

afterEach(() => vi.useRealTimers());

const failure = (message: string) => Response.json({ message, code: "internal" }, { status: 500 });
const stored = () => ["currentAccountId", "currentProjectId", "authenticated"].map((key) => localStorage.getItem(key));
const sidebar = () => within(screen.getByLabelText("Main navigation"));
const isAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

// spec: 2.3, 3.15, 4.1, 4.3
test("when the login service fails, place and account are forgotten and a page says where one was going", async () => {
  let fails = true;
  await openConsole("/video?page=2", {
    first: ({ url }) => (fails && url.pathname === "/host" ? failure("Out of order.") : null),
  });
  expect(location.pathname).toBe("/auth-server-error");
  expect(new URLSearchParams(location.search).get("to")).toBe("/video?page=2");
  expect(stored().slice(0, 2)).toEqual([null, null]);
  fails = false;
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  await isAt("/video");
});

// spec: 3.16, 4.8
test("a config that fails signs out, says the server's words and leads to the error page", async () => {
  await openConsole("/users", { answers: { session: { getConfig: () => failure("The database rests.") } } });
  expect(location.pathname).toBe("/auth-server-error");
  expect(await screen.findByText("The database rests.")).toBeTruthy();
  expect(stored()).toEqual([null, null, "false"]);
});

// spec: 4.17
test("a permission that is taken away closes the page and its link within a minute", async () => {
  let config = aConfig({ realtime_url: "" }, ["video_view", "streams_view"]);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await openConsole("/live", { answers: { session: { getConfig: () => ({ config, user: aUser() }) } } });
  expect(location.pathname).toBe("/live");
  expect(sidebar().getByRole("link", { name: /^Live/ })).toBeTruthy();
  config = aConfig({ realtime_url: "" }, ["video_view"]);
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await isAt("/dashboard");
  expect(sidebar().queryByRole("link", { name: /^Live/ })).toBeNull();
});

const accounts = [
  { id: 1, name: "Harbour Pictures", owner: true },
  { id: 2, name: "Second House", owner: true },
];
const projects = ["North Quay", "West Quay"].map((name, index) => ({
  ...{ id: 3 + index, name, hash: `a1b2c${index}`, domain: "example.com", timezone: "UTC" },
}));
/** The config that a query asks for. */
const configOf = ({ url }: { url: URL }) => {
  const [account, project] = ["account_id", "project_id"].map((name) => Number(url.searchParams.get(name)));
  const place =
    account === 2
      ? { account_id: 2, project_id: 9, projects: [{ ...projects[0], id: 9, name: "South Quay" }] }
      : { projects, project_id: project || 3 };
  return {
    config: aConfig({ accounts, realtime_url: "", ...place } as Partial<ReturnType<typeof aConfig>>),
    user: aUser(),
  };
};
const placed = { config: { accounts, projects }, answers: { session: { getConfig: configOf } } };

const switcher = () => screen.getByLabelText("Switch project or account");
async function choose(name: string): Promise<void> {
  fireEvent.click(switcher());
  fireEvent.click(await screen.findByRole("menuitem", { name: new RegExp(name), hidden: true }));
}

// spec: 3.15, 4.1, 4.22, 7.5, 8.3
test("another account is entered through its host, or not at all", async () => {
  let fails = false;
  const calls = await openConsole("/video", {
    ...placed,
    first: ({ url }) => (fails && url.pathname === "/host" ? failure("Out of order.") : null),
  });
  fails = true;
  await choose("Second House");
  expect(await screen.findByText("Can not change account. Please, try later.")).toBeTruthy();
  expect(switcher().textContent).toContain("Harbour Pictures");
  expect(stored()[0]).toBe("1");
  expect(location.pathname).toBe("/video");

  fails = false;
  await choose("Second House");
  await isAt("/dashboard");
  expect(calls.filter(({ url }) => url.pathname === "/host").at(-1)?.url.href).toBe(`${LOGIN}/host?account_id=2`);
  expect(switcher().textContent).toContain("South Quay");
  expect(stored()[0]).toBe("2");
});

// spec: 3.15, 4.23, 7.6
test("another project starts at the dashboard with its own config and its own videos in progress", async () => {
  const calls = await openConsole("/video", placed);
  await choose("West Quay");
  await isAt("/dashboard");
  expect(switcher().textContent).toContain("West Quay");
  expect(stored()[1]).toBe("4");
  const asked = () => calls.map(({ url }) => url.href);
  expect(asked()).toContain(`${API}/config?project_id=4`);
  await waitFor(() =>
    expect(asked().some((url) => url.startsWith(`${API}/projects/4/videos?type=inprogress`))).toBe(true),
  );
});

test("who stays with what is unsaved stays in their project, wherever they go next", async () => {
  await openConsole("/settings/project/settings", placed);
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
  fireEvent.change(name, { target: { value: "Another name" } });
  await choose("West Quay");
  const question = async () => within(await screen.findByRole("dialog", { name: "Leave without saving?" }));
  fireEvent.click((await question()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(name.value).toBe("Another name");
  void follow("/dashboard");
  fireEvent.click((await question()).getByRole("button", { name: "Leave" }));
  await isAt("/dashboard");
  expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeTruthy();
  expect(switcher().textContent).toContain("North Quay");
  await choose("West Quay");
  await waitFor(() => expect(switcher().textContent).toContain("West Quay"));
});

const member = [{ id: 1, name: "Acme Media", owner: false }];
/** Where one ends who follows a link. */
async function ends(path: string): Promise<string> {
  await follow(path);
  return location.pathname;
}

// spec: 2.6, 2.7, 2.8, 2.9, 2.12, 2.13, 2.14, 2.16, 2.17, 2.25, 4.12, 6.1
test("each flag opens its own pages and no others, in the sidebar and by address", async () => {
  await openConsole("/dashboard", { permissions: [], config: { accounts: member } });
  expect(
    sidebar()
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Dashboard"]);
  for (const [path] of guarded) expect(await ends(path), `${path} without its flag`).toBe("/dashboard");
  for (const flag of VIEW_FLAGS) {
    const pages = guarded.filter(([, needs]) => needs === flag);
    await openConsole(pages[0]?.[0] ?? "/dashboard", { permissions: [flag], config: { accounts: member } });
    for (const [index, [path, , end = path]] of pages.entries())
      expect(index === 0 ? location.pathname : await ends(path), `${path} with ${flag}`).toBe(end);
  }
});

const people = [
  // spec: 1.2, 1.3, 2.10, 2.15, 6.2, 6.3
  ["a member", member, false, "/dashboard", "/dashboard", 0],
  ["an owner", accounts, false, "/account/statistics", "/dashboard", 1],
  ["a superuser", accounts, true, "/account/statistics", "/advanced/logs", 1],
] as const;

test.each(people)("%s sees the account and the advanced area, or is sent to the dashboard", async (...row) => {
  const [, theirs, superuser, account, area, links] = row;
  await openConsole("/account", { config: { accounts: theirs }, user: { superuser } });
  expect(location.pathname).toBe(account);
  expect(sidebar().queryAllByRole("link", { name: /^Account$/ })).toHaveLength(links);
  expect(await ends("/account/members")).toBe(links === 1 ? "/account/members" : "/dashboard");
  expect(await ends("/advanced")).toBe(area);
  const paths = Object.values(router.routesById).map(({ fullPath }) => fullPath.replaceAll(/\$\w+/g, "7"));
  const advanced = paths.filter((path) => path.startsWith("/advanced/"));
  expect(advanced.length).toBeGreaterThan(15);
  if (superuser) expect(await ends("/advanced/invoices")).toBe("/advanced/invoices");
  else for (const path of advanced) expect(await ends(path), path).toBe("/dashboard");
});
