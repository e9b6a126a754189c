import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../../platform/client.ts";
import { toastSuccess, toastUndo } from "../../platform/toasts.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { Toasts } from "./Toasts.tsx";

beforeEach(async () => {
  signedIn();
  await renderPart(<Toasts />);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

// spec: 7.3, 8.2, 9.8
test("what the server forbids stands for five seconds in its own words", async () => {
  const refusal = { message: "You may not publish videos.", code: "forbidden" };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(refusal, { status: 403 }));
  await act(() => expect(api.videos.publishVideo({ id: 5, published: true })).rejects.toThrow());
  expect(screen.getByRole("alert").textContent).toBe(refusal.message);
  await pass(4900);
  expect(screen.queryByRole("alert")).not.toBeNull();
  await pass(200);
  expect(screen.queryByRole("alert")).toBeNull();
});

// spec: 9.9
test("good news stands for two and a half seconds, and for seven when it can be taken back", async () => {
  act(() => toastSuccess("Published..."));
  await pass(2400);
  expect(screen.queryByText("Published...")).not.toBeNull();
  await pass(200);
  expect(screen.queryByText("Published...")).toBeNull();

  act(() => toastUndo("Deleted.", () => {}));
  await pass(6900);
  expect(screen.queryByText("Deleted.")).not.toBeNull();
  await pass(200);
  expect(screen.queryByText("Deleted.")).toBeNull();
});
