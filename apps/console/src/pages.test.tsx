import { fireEvent, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MANAGE_TABS } from "./advanced/manage/manage-view.ts";
import { STREAM_TABS } from "./live/stream/stream-view.ts";
import { preferencesQuery } from "./platform/preferences.ts";
import { queryClient } from "./platform/query-client.ts";
import { router } from "./routes.tsx";
import type { Call } from "./testing/api.ts";
import { follow, openConsole } from "./testing/console.ts";
import { foreignMarkup } from "./testing/foreign-markup.ts";
import { FOREIGN_HOST, hostileTexts } from "./testing/hostile-texts.ts";
import { USERS_TABS } from "./users/users-view.ts";
import { VIDEO_TABS } from "./videos/video/video-view.ts";

// A canvas is drawn in browsers only.
vi.mock("uplot", () => ({
  default: class {
    setData() {}
    setSize() {}
    destroy() {}
    redraw() {}
  },
}));

const FAILED = "The disk of the database rests.";
/** The pages in which a text ran, the tricks that were shown, and all texts that were given. */
const ran: string[] = [];
const shown = new Set<string>();
const given = new Set<string>();
/** What fields had. */
const entered = new Set<string>();
/** What happens to what the advanced area reads. */
let reads: Promise<void>;
let fails: boolean;

/** The next text in turn, with a number of its own: two alike could not be told apart. */
function hostileText(_path: string, count: number): string {
  const text = `${hostileTexts[count % hostileTexts.length]} ${count}`;
  given.add(text);
  return text;
}

/** What nothing is called. */
const NOTHING = "nothing-is-called-like-this";
const NO_ROWS = { data: [], more: false, pagination: { page: 1, max: 1, per_page: 30, total: 0, from: 0, to: 0 } };

async function holdReads({ name, url }: Call): Promise<Response | null> {
  if (url.searchParams.get("search") === NOTHING) return Response.json(NO_ROWS);
  if (!/^(advanced|billing)\./.test(name ?? "")) return null;
  await reads;
  return fails ? Response.json({ message: FAILED, code: "conflict" }, { status: 409 }) : null;
}

beforeAll(async () => {
  Object.defineProperty(globalThis, "kinoraRan", {
    set() {
      ran.push(location.pathname);
    },
  });
  await openConsole("/dashboard", { user: { superuser: true }, first: holdReads, text: hostileText });
});
beforeEach(() => {
  reads = Promise.resolve();
  fails = false;
});

/** Asked for at each change of the page: by its name alone, as roles of a whole page take long to tell. */
function main(): HTMLElement {
  const found = document.querySelector("main");
  if (found === null) throw new Error("The page has no main part.");
  return found;
}

/** Follows a link, until something else is shown than before. */
async function leadTo(path: string): Promise<void> {
  const before = main().textContent;
  await follow(path);
  await waitFor(() => expect(main().textContent).not.toBe(before));
}

/** What a page has while its rows, its parts or their code are still to come. */
const UNREADY = "[data-stale=true], [aria-busy=true], [class*=coming], .mantine-Skeleton-root";

/** Waits until the page shows all that it asked for; answers what of it came from a text. */
async function look(): Promise<string[]> {
  await waitFor(() => {
    expect(queryClient.isFetching()).toBe(0);
    expect(main().querySelector("h1, h2, p, [role=alert]")).not.toBeNull();
    expect(main().querySelector(UNREADY)).toBeNull();
  });
  const { textContent } = document.body;
  for (const text of hostileTexts) if (textContent.includes(text)) shown.add(text);
  for (const { value } of main().querySelectorAll<HTMLInputElement>("input, textarea")) entered.add(value);
  expect(textContent).not.toContain("This page couldn't be shown.");
  return foreignMarkup(FOREIGN_HOST);
}

/** They lead to their first tab (arrival.test.tsx). */
const LEADING_ON = ["/account", "/advanced", "/advanced/logs", "/analytics", "/settings", "/settings/project"];
const paths = Object.entries(router.routesById)
  .filter(([id, { fullPath }]) => id.startsWith("/app/") && !LEADING_ON.includes(fullPath))
  .map(([, { fullPath }]) => fullPath.replaceAll(/\$\w+/g, "7"));
const tabs = [
  ...["failed", "trash", "inprogress"].map((type) => `/video?type=${type}`),
  ...VIDEO_TABS.filter((tab) => tab !== "overview" && tab !== "details").map((tab) => `/video/7?tab=${tab}`),
  ...STREAM_TABS.slice(1).map((tab) => `/live/7?tab=${tab}`),
  ...USERS_TABS.slice(1).map((tab) => `/users?tab=${tab}`),
];
/** The player demo reads when it is asked to. */
const isAdvanced = (path: string) => path.startsWith("/advanced/") && path !== "/advanced/player-demo";
const advanced = [...paths.filter(isAdvanced), ...MANAGE_TABS.slice(1).map((tab) => `/advanced/manage?tab=${tab}`)];

test.each([...paths.filter((path) => !isAdvanced(path)), ...tabs])(
  "%s runs nothing of what people wrote",
  async (path) => {
    await leadTo(path);
    expect(await look()).toEqual([]);
    expect(ran).toEqual([]);
  },
);

test.each(advanced)("%s loads, says what failed, tries again, and runs nothing of what people wrote", async (path) => {
  queryClient.clear();
  const held = Promise.withResolvers<void>();
  reads = held.promise;
  fails = true;
  await leadTo(path);
  await waitFor(() => expect(main().querySelector("[role=status], .mantine-Skeleton-root")).not.toBeNull());
  held.resolve();
  await waitFor(() => expect(main().querySelector("[role=alert]")?.textContent).toContain(FAILED));
  fails = false;
  // A page of several parts has a button for each.
  await waitFor(() => {
    for (const button of main().querySelectorAll("button")) if (button.textContent === "Retry") fireEvent.click(button);
    expect(main().textContent).not.toContain(FAILED);
  });
  expect(await look()).toEqual([]);
  expect(ran).toEqual([]);
});

test("videos as cards run nothing of what people wrote", async () => {
  queryClient.setQueryData(preferencesQuery.queryKey, { library_layout: ["grid"] });
  await leadTo("/video");
  expect(await look()).toEqual([]);
  expect(ran).toEqual([]);
});

test("every trick was shown, and fields have texts as they were written", () => {
  expect(hostileTexts.filter((text) => !shown.has(text))).toEqual([]);
  expect([...entered].filter((value) => given.has(value)).length).toBeGreaterThan(20);
});

test.each(["accounts", "users", "projects", "videos", "transcoding", "logs/platform"])(
  "the list at /advanced/%s says when nothing matches, and shows everything again",
  async (name) => {
    await leadTo(`/advanced/${name}?search=${NOTHING}`);
    await look();
    expect(main().querySelectorAll("[role=row] [role=cell]")).toHaveLength(0);
    fireEvent.click((await within(main()).findAllByText("Clear filters"))[0] as HTMLElement);
    await waitFor(() => expect(location.search).not.toContain("search="));
  },
);
