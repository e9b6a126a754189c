import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../../platform/confirm.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { LiveHostList } from "./LiveHostList.tsx";
import type { ListedLiveHost } from "./queue-queries.ts";

const LIST = "/advanced/live-hosts";
/** What the list answers; a number is a failure with this status. */
let hosts: ListedLiveHost[] | number;
let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  answerFetch(async (request) => {
    const path = decodeURIComponent(new URL(request.url).pathname);
    if (path !== LIST) asked.push(`${request.method} ${path}`);
    const isAway = path === LIST && typeof hosts === "number";
    const body = isAway ? { message: "It is away.", code: "x" } : { data: hosts, message: "Done." };
    const headers = { "content-type": "application/json" };
    return new Response(JSON.stringify(body), { status: isAway ? 503 : 200, headers });
  });
});

const aHost = (name: string, change: Partial<ListedLiveHost> = {}): ListedLiveHost => ({
  ...{ name, url: "http://10.0.0.7:4107", state: "in_service", seen_at: "2026-09-21T10:00:00.000Z" },
  ...{ streams: 0, published: 0, ladders: null, ladders_used: 0 },
  ...change,
});

const row = async (name: string) => within((await screen.findByText(name)).closest("li") ?? document.body);
const choose = async (name: string, action: string) => {
  fireEvent.click((await row(name)).getByRole("button", { name: `Actions for live host ${name}` }));
  fireEvent.click(await screen.findByText(action));
};

test("each live host says where it is, what it has on air, its capacity, and whether it takes livestreams", async () => {
  hosts = [
    aHost("live1", { streams: 3, published: 2, ladders: 2.06, ladders_used: 1.5 }),
    aHost("live2", { state: "drained", streams: 1, published: 1 }),
    aHost("live3", { state: "drained" }),
    aHost("live4", { state: "away" }),
  ];
  await renderPart(<LiveHostList />);
  const first = await row("live1");
  expect(first.getByText("Accepting livestreams")).toBeTruthy();
  expect(
    first.getByText("http://10.0.0.7:4107 · 3 on air, 2 with an encoder · 1.5 of 2.1 ladders in use"),
  ).toBeTruthy();
  expect((await row("live2")).getByText("Drained, keeps its current encoder")).toBeTruthy();
  expect((await row("live2")).getByText(/capacity not measured yet/)).toBeTruthy();
  expect((await row("live3")).getByText("Drained")).toBeTruthy();
  const away = await row("live4");
  expect(away.getByText("Offline")).toBeTruthy();
  expect(away.getByText(/ · seen .* · 0 on air/)).toBeTruthy();
  expect(away.queryByRole("button")).toBeNull();
});

test("a live host is drained after a question, and resumed", async () => {
  hosts = [aHost("10.0.0.7:4107"), aHost("live2"), aHost("live3", { state: "drained" })];
  await renderPart(<LiveHostList />);
  await choose("10.0.0.7:4107", "Drain");
  await vi.waitFor(() => expect(question.get().asked?.title).toBe("Drain 10.0.0.7:4107?"));
  expect(question.get().asked).toMatchObject({ danger: false, text: expect.stringContaining("handed over") as string });
  expect(asked).toEqual([]);
  question.get().answer(true);
  await vi.waitFor(() => expect(asked).toEqual(["POST /advanced/live-hosts/10.0.0.7:4107/drain"]));
  await choose("live3", "Resume");
  await vi.waitFor(() => expect(asked[1]).toBe("POST /advanced/live-hosts/live3/resume"));
});

test("draining the only live host in service says that it continues", async () => {
  hosts = [aHost("live1"), aHost("live2", { state: "drained" }), aHost("live3", { state: "away" })];
  await renderPart(<LiveHostList />);
  await choose("live1", "Drain");
  await vi.waitFor(() => expect(question.get().asked?.danger).toBe(true));
  expect(question.get().asked?.text).toContain("No other live host accepts livestreams");
  question.get().answer(false);
  expect(asked).toEqual([]);
});

test("a drained live host says that it takes livestreams while no other one does", async () => {
  hosts = [aHost("live1", { state: "drained", streams: 1, published: 1 }), aHost("live2", { state: "away" })];
  await renderPart(<LiveHostList />);
  expect((await row("live1")).getByText("Drained, accepts livestreams until another live host does")).toBeTruthy();
});

test("where no live host runs, and where they cannot be read, the panel says so", async () => {
  hosts = [];
  await renderPart(<LiveHostList />);
  expect(await screen.findByText("No live host is running, so encoders can't connect.")).toBeTruthy();
  cleanup();
  hosts = 503;
  await renderPart(<LiveHostList />);
  expect(await screen.findByText("It is away.")).toBeTruthy();
  hosts = [aHost("live1")];
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("live1")).toBeTruthy();
});
