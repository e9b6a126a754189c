import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { aVideo, aVideoPage } from "../testing/videos.ts";
import { LibraryList } from "./LibraryList.tsx";
import { libraryView } from "./libraryView.ts";

beforeEach(signedIn);
afterEach(cleanup);

const counted = { total: 1_000, max: 34, more: true };
const page = { ...aVideoPage([aVideo({ id: 7 })]), pagination: { page: 1, per_page: 30, from: 1, to: 30, ...counted } };
const addressOf = (request: RequestInfo | URL) => new URL(request instanceof Request ? request.url : request).pathname;
const answers = (matching: Response) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async (request) => {
    const path = addressOf(request);
    if (path.endsWith("/matching")) return matching;
    return Response.json(path.endsWith("/videos") ? page : { data: [] });
  });
const list = (
  <LibraryList
    projectId={3}
    view={libraryView({ published: "true" })}
    show={() => {}}
    columns={[]}
    layout="table"
    place={{}}
    peek={{ id: null, onPeek: () => {} }}
  />
);

test("a list that goes on beyond what came with the page is counted further, and so many pages can be turned to", async () => {
  answers(Response.json({ data: { rows: 6_400, more: false } }));
  await renderPart(list);
  expect(await screen.findByText("1–30 of 6,400")).toBeTruthy();
});

test("where that takes too long, what came with the page stands", async () => {
  const asked = answers(
    Response.json({ code: "unavailable", message: "This filter takes too long to answer." }, { status: 503 }),
  );
  await renderPart(list);
  await vi.waitFor(() =>
    expect(asked.mock.calls.some(([request]) => addressOf(request).endsWith("/matching"))).toBe(true),
  );
  expect(await screen.findByText("1–30 of 1,000+")).toBeTruthy();
});
