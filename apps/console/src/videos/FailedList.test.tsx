import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { session } from "../platform/session.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { aConfig, aVideo } from "../testing/videos.ts";
import { FailedList } from "./FailedList.tsx";

const failed = (id: number, message: string, retryable: boolean) =>
  aVideo({ id, title: `Film ${id}`, status: "failed", error: { code: "x", message, retryable } });
const list = (
  <FailedList
    projectId={3}
    videos={[failed(1, "This file is damaged.", false), failed(2, "The worker died too often.", true)]}
    label="Failed"
    stale={false}
    place={{}}
    peek={{ id: null, onPeek: () => {} }}
    matching={null}
  />
);
let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { method, url } = new Request(input, init);
    asked.push(`${method} ${new URL(url).pathname}`);
    return Promise.resolve(Response.json({ message: "The video is in the queue again." }));
  });
});
afterEach(cleanup);

const row = (title: string) => within(screen.getByRole("row", { name: new RegExp(title) }));

test("each failed video says why, and offers what can help: another try only where one can", async () => {
  await renderPart(list);
  expect(row("Film 1").getByText("This file is damaged.")).toBeTruthy();
  expect(row("Film 1").queryByRole("button", { name: "Retry Film 1" })).toBeNull();
  expect(row("Film 1").getByRole("button", { name: "Replace the file of Film 1" })).toBeTruthy();
  fireEvent.click(row("Film 2").getByRole("button", { name: "Retry Film 2" }));
  await vi.waitFor(() => expect(asked).toEqual(["POST /videos/2/retry"]));
  fireEvent.click(row("Film 2").getByRole("button", { name: "Delete Film 2" }));
  await vi.waitFor(() => expect(question.get().asked?.text).toContain("“Film 2”"));
  question.get().answer(false);
});

test("who may only look is offered nothing", async () => {
  session.set({ config: aConfig({}, ["video_view"]) });
  await renderPart(list);
  expect(row("Film 2").queryByRole("button", { name: /^(Retry|Replace|Delete) / })).toBeNull();
});
