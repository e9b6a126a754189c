import { pagination } from "@kinora/domain/pages.ts";
import { PERMISSIONS } from "@kinora/domain/permissions.ts";
import { useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "../platform/session.ts";
import { toasts } from "../platform/toasts.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { aStream } from "../testing/streams.ts";
import { aConfig, aUser } from "../testing/videos.ts";
import { liveView } from "./liveView.ts";
import { streamsQuery } from "./queries.ts";
import { StreamList } from "./StreamList.tsx";

const idle = { state: "not_active", on_air: "nothing", label: "Stream is not active" } as const;
const streams = [aStream({ ...idle, id: 7, name: "Harbour" }), aStream({ ...idle, id: 8, name: "Bridge" })];

beforeEach(signedIn);
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

/** The server with two livestreams and a tag; answers what it was asked to change. */
function aServer(problem: string | null): unknown[] {
  const asked: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/tags/options")) return Response.json({ data: [{ id: 3, name: "news" }] });
    if (!pathname.endsWith("/streams/labels"))
      return Response.json({ data: streams, pagination: pagination(1, 30, streams.length) });
    asked.push(await request.json());
    const data = streams.map(({ id, name }) => ({ id, name, problem: id === 8 ? problem : null }));
    return Response.json({ data, message: problem ? "1 livestream is changed, 1 not." : "2 livestreams are changed." });
  });
  return asked;
}

const view = liveView({});
function Shown() {
  return (
    <StreamList projectId={3} view={view} list={useQuery(streamsQuery(3, view))} show={() => {}} onCreate={() => {}} />
  );
}

async function addTag() {
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all livestreams on this page" }));
  const bar = await screen.findByRole("toolbar", { name: "2 livestreams selected" });
  fireEvent.click(within(bar).getByRole("button", { name: "Add tags" }));
  const field = await screen.findByRole("combobox", { name: "Tags" });
  field.focus();
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: "news" } });
  fireEvent.click(await screen.findByRole("option", { name: "news" }));
  fireEvent.click(screen.getByRole("button", { name: "Apply" }));
}

test("livestreams that are ticked get a tag together, and are no longer ticked", async () => {
  const asked = aServer(null);
  await renderPart(<Shown />);
  await addTag();
  await waitFor(() => expect(asked).toEqual([{ ids: [7, 8], action: "add_tags", tag_ids: [3] }]));
  await waitFor(() => expect(toasts.get().shown).toMatchObject([{ message: "2 livestreams are changed." }]));
  expect(screen.queryByRole("toolbar")).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Harbour" }).checked).toBe(false);
});

test("what could not be changed is named with its reason", async () => {
  aServer("A livestream can have up to 50 tags.");
  await renderPart(<Shown />);
  await addTag();
  const failures = await screen.findByRole("list", { name: "Livestreams that are not changed" });
  expect(failures.textContent).toBe("BridgeA livestream can have up to 50 tags.");
  expect(screen.getByText("1 livestream is changed, 1 not.")).toBeTruthy();
});

test("who may not manage livestreams ticks none", async () => {
  aServer(null);
  session.set({
    config: aConfig(
      {},
      PERMISSIONS.filter((flag) => flag !== "streams_manage"),
    ),
    user: aUser(),
  });
  await renderPart(<Shown />);
  expect(await screen.findByText("Harbour")).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
