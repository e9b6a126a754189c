import { pagination } from "@kinora/domain/pages.ts";
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { listAddress } from "../../shell/lists/list-address.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { StreamSession } from "../queries.ts";
import { streamLogView } from "./log-view.ts";
import { SessionList } from "./SessionList.tsx";

beforeEach(signedIn);

const session: StreamSession = {
  id: 1,
  stream: { id: 7, name: "Harbour" },
  started_at: "2026-09-21T10:00:00.000Z",
  live_at: null,
  client_ip: null,
  ingest: null,
  ended_at: "2026-09-21T10:10:00.000Z",
  end_reason: "publisher_left",
  testing: false,
  bytes_in: 300_000_000,
  bytes_out: 0,
  reconnects: 0,
  peak_viewers: 3,
  average_viewers: 1,
  watch_seconds: 600,
  recording: { state: "none", video: null },
  recordings: 0,
  clips: 0,
};

const show = (...sessions: StreamSession[]) => showOf({}, sessions);

async function showOf(of: { streamId?: number }, sessions: StreamSession[]) {
  cleanup();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ data: sessions, pagination: pagination(1, 30, sessions.length) }),
  );
  await renderPart(<SessionList projectId={3} {...of} at={listAddress(streamLogView, {}, () => {})} />);
  await screen.findAllByRole("row", { name: /Ended|avg|Live/ });
}

test("a session that is over says how much was received each second on average, one in progress does not", async () => {
  await show(session);
  expect(screen.getByText("4 Mbps avg")).toBeTruthy();
  await show({ ...session, id: 2 }, { ...session, ended_at: null, end_reason: null });
  expect(screen.getAllByText(/bps avg/)).toHaveLength(1);
});

test("a session says what its viewers were sent, once they were", async () => {
  await show(session);
  expect(screen.queryByText(/sent$/)).toBeNull();
  await show({ ...session, bytes_out: 5_000_000 });
  expect(screen.getByText(/^[45].* MB sent$/)).toBeTruthy();
});

test("sessions of all livestreams stand under the day on which they started, those of one say it themselves", async () => {
  const earlier = { started_at: "2026-09-20T10:00:00.000Z", ended_at: "2026-09-20T10:10:00.000Z" };
  const sessions = [session, { ...session, id: 2, ...earlier }];
  const days = () => [...document.querySelectorAll("[role=row][class*=section]")].map(({ textContent }) => textContent);
  await showOf({}, sessions);
  expect(days()).toEqual(["Monday, Sep 21", "Sunday, Sep 20"]);
  await showOf({ streamId: 7 }, sessions);
  expect(days()).toEqual([]);
});
