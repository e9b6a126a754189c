import { pagination } from "@kinora/domain/pages.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../platform/session.ts";
import { toasts } from "../../platform/toasts.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import type { StreamDetail } from "../queries.ts";
import { liveView } from "./live-view.ts";
import LivePage from "./LivePage.tsx";

const idle = { state: "not_active", on_air: "nothing", label: "Stream is not active" } as const;
const streams = [aStream({ ...idle, id: 7, name: "Harbour" }), aStream({ ...idle, id: 8, name: "Bridge" })];

beforeEach(signedIn);

/** The server with two livestreams and a tag; answers what it was asked to change. */
function aServer(problem: string | null, onAir: readonly StreamDetail[] = []): unknown[] {
  const asked: unknown[] = [];
  answerFetch(async (request, { pathname, searchParams }) => {
    if (pathname.endsWith("/snapshot")) return Response.json({ data: { picture: null } });
    if (pathname.endsWith("/tags/options")) return Response.json({ data: [{ id: 3, name: "news" }] });
    if (pathname.endsWith("/live-capacity")) return Response.json({}, { status: 500 });
    if (!pathname.endsWith("/streams/labels") && searchParams.has("state[]"))
      return Response.json({ data: onAir, pagination: pagination(1, 30, onAir.length) });
    if (!pathname.endsWith("/streams/labels"))
      return Response.json({ data: streams, pagination: pagination(1, 30, streams.length) });
    asked.push(await request.json());
    const data = streams.map(({ id, name }) => ({ id, name, problem: id === 8 ? problem : null }));
    return Response.json({ data, message: problem ? "1 livestream is changed, 1 not." : "2 livestreams are changed." });
  });
  return asked;
}

const show = () => renderPart(<LivePage />, new QueryClient(), "/live", liveView.read);

async function addTag() {
  fireEvent.click(await screen.findByRole("checkbox", { name: "Select all of this page" }));
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
  await show();
  await addTag();
  await waitFor(() => expect(asked).toEqual([{ ids: [7, 8], action: "add_tags", tag_ids: [3] }]));
  await waitFor(() => expect(toasts.get().shown).toMatchObject([{ message: "2 livestreams are changed." }]));
  expect(screen.queryByRole("toolbar")).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Harbour" }).checked).toBe(false);
});

test("what could not be changed is named with its reason", async () => {
  aServer("A livestream can have up to 50 tags.");
  await show();
  await addTag();
  const failures = await screen.findByRole("list", { name: "Livestreams that couldn't be changed" });
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
  await show();
  expect(await screen.findByText("Harbour")).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("what is on air is above the list, with its state and viewers", async () => {
  aServer(null, [aStream({ id: 9, name: "Quay" })]);
  await show();
  const cards = await screen.findByRole("list", { name: "On air" });
  const card = within(cards).getByRole("link", { name: /^Quay/ });
  expect(card.getAttribute("href")).toBe("/live/9");
  expect(card.textContent).toMatch(/^QuayStream is live12 viewers/);
});

test("what an encoder sends is before loops", async () => {
  const loop = { state: "loop", on_air: "loop", label: "Stream plays its loop" } as const;
  aServer(null, [aStream({ ...loop, id: 8, name: "Gallery" }), aStream({ id: 9, name: "Quay" })]);
  await show();
  const cards = await screen.findByRole("list", { name: "On air" });
  const names = within(cards)
    .getAllByRole("link")
    .map((card) => card.getAttribute("href"));
  expect(names).toEqual(["/live/9", "/live/8"]);
});
