import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { toasts } from "../../platform/toasts.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { categoriesQuery, type Category } from "../queries.ts";
import { CategoryTable } from "./CategoryTable.tsx";

/** The order the server keeps. */
let names: string[];
let moves: unknown[];
/** Calls in the order they were sent. */
let calls: string[];
/** Held back until it resolves. */
let gate: Promise<void>;

const category = (name: string, index: number): Category => ({
  id: name.codePointAt(0) ?? index,
  name,
  slug: name.toLowerCase(),
  colour: "blue",
  active: true,
  videos: 0,
  created_at: "2026-09-21T10:00:00.000Z",
});

beforeEach(() => {
  signedIn();
  names = ["Arts", "Boats", "Cats"];
  [moves, calls, gate] = [[], [], Promise.resolve()];
  answerFetch(async (request, { pathname }) => {
    calls.push(`${request.method} ${pathname}`);
    const moved = /^\/categories\/(\d+)\/position$/.exec(pathname);
    if (moved) {
      await gate;
      const { position } = (await request.json()) as { position: number };
      const name = String.fromCodePoint(Number(moved[1]));
      const found = names.find((each) => each.startsWith(name)) ?? "";
      names = names.filter((each) => each !== found).toSpliced(position, 0, found);
      moves.push([found, position]);
    }
    const changed = { message: "Category is edited.", data: names.map(category) };
    const body = pathname === "/config" ? { config: aConfig(), user: aUser() } : changed;
    return Response.json(body, { status: 200 });
  });
});

function Table() {
  const { data } = useQuery(categoriesQuery(3));
  return data ? <CategoryTable projectId={3} categories={data} canManage /> : null;
}

const grip = (name: string) => screen.findByRole("button", { name: `Move ${name}; use the arrow keys` });
const rows = () =>
  screen
    .getAllByRole("button", { name: /^Move [^;]*;/ })
    .map((each) => each.getAttribute("aria-label")?.split(/[ ;]/)[1]);

async function moveArtsDownTwice() {
  await renderPart(<Table />);
  fireEvent.keyDown(await grip("Arts"), { key: "ArrowDown" });
  await waitFor(() => expect(rows()).toEqual(["Boats", "Arts", "Cats"]));
  fireEvent.keyDown(await grip("Arts"), { key: "ArrowDown" });
  await waitFor(() => expect(moves).toHaveLength(2));
  await waitFor(() => expect(toasts.get().shown.at(-1)?.undo).toBeTruthy());
}

test("the toast of a move takes back all its steps at once", async () => {
  await moveArtsDownTwice();
  toasts.get().shown.at(-1)?.undo?.();
  await waitFor(() => expect(names).toEqual(["Arts", "Boats", "Cats"]));
  expect(moves.at(-1)).toEqual(["Arts", 0]);
  await waitFor(() => expect(rows()).toEqual(["Arts", "Boats", "Cats"]));
  await waitFor(() => expect(toasts.get().shown.at(-1)?.undo).toBeNull());
});

test("Ctrl+Z on a category that was moved takes it back, and a second time does nothing", async () => {
  await moveArtsDownTwice();
  fireEvent.keyDown(await grip("Arts"), { key: "z", ctrlKey: true });
  await waitFor(() => expect(names).toEqual(["Arts", "Boats", "Cats"]));
  fireEvent.keyDown(await grip("Arts"), { key: "z", ctrlKey: true });
  await waitFor(() => expect(rows()).toEqual(["Arts", "Boats", "Cats"]));
  expect(moves).toHaveLength(3);
});

test("steps that follow each other quickly are sent one after the other, and nothing older is shown between them", async () => {
  await renderPart(<Table />);
  const arts = await grip("Arts");
  let open = () => {};
  gate = new Promise((resolve) => (open = resolve));
  calls = [];
  const [down, up] = [{ key: "ArrowDown" }, { key: "ArrowUp" }];
  for (const step of [down, down, up]) {
    fireEvent.keyDown(await grip("Arts"), step);
    await waitFor(() => expect(arts.closest('[role="table"]')).not.toBeNull());
  }
  expect(calls).toEqual(["PATCH /categories/65/position"]);
  open();
  await waitFor(() => expect(moves).toEqual([1, 2, 1].map((position) => ["Arts", position])));
  await waitFor(() => expect(calls).toContain("GET /projects/3/categories"));
  expect(calls.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => "PATCH /categories/65/position"));
  expect(rows()).toEqual(["Boats", "Arts", "Cats"]);
});
