import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aRestream, aStream } from "../../testing/streams.ts";
import { RestreamRow } from "./RestreamRow.tsx";

beforeEach(signedIn);

const show = (change: Parameters<typeof aRestream>[0]) =>
  renderPart(<RestreamRow stream={aStream()} target={aRestream(change)} onEdit={() => undefined} />);

test("a target that is connected says how much it is sent", async () => {
  await show({ state: "connected", sent_kbps: 4_480 });
  expect(screen.getByText("Sent: 4.5 Mbps")).toBeTruthy();
});

test("a target that is not connected is sent nothing", async () => {
  await show({ state: "reconnecting", attempts: 3, sent_kbps: null });
  expect(screen.getByText("Sent: –")).toBeTruthy();
});

test("what happened to a target opens below it", async () => {
  const at = "2026-09-21T10:00:00.000Z";
  const data = [
    { id: 2, at, type: "restream_retry", reason: "#2: The server closed the connection." },
    { id: 1, at, type: "restream_up", reason: "" },
  ];
  vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(Response.json({ data })));
  await show({});
  const button = screen.getByRole("button", { name: "Log of Elsewhere" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button);
  expect(await screen.findByText("Retried · #2: The server closed the connection.")).toBeTruthy();
  expect(screen.getByText("Connected")).toBeTruthy();
  fireEvent.click(button);
  expect(screen.queryByText("Connected")).toBeNull();
});
