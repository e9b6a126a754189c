import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import type { StreamSession } from "./queries.ts";
import { SessionTable } from "./SessionTable.tsx";

beforeEach(signedIn);
afterEach(cleanup);

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

test("a session that is over says how much was received each second on average, one that runs does not", async () => {
  await renderPart(<SessionTable sessions={[session]} named={false} />);
  expect(screen.getByText("4 Mb/s on average")).toBeTruthy();
  cleanup();
  await renderPart(<SessionTable sessions={[{ ...session, ended_at: null, end_reason: null }]} named={false} />);
  expect(screen.queryByText(/b\/s on average/)).toBeNull();
});

test("a session says what its viewers were sent, once they were", async () => {
  await renderPart(<SessionTable sessions={[session]} named={false} />);
  expect(screen.queryByText(/sent$/)).toBeNull();
  cleanup();
  await renderPart(<SessionTable sessions={[{ ...session, bytes_out: 5_000_000 }]} named={false} />);
  expect(screen.getByText(/^[45].* MB sent$/)).toBeTruthy();
});
