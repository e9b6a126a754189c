import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../platform/toasts.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { usePreference } from "./use-preference.ts";

/** What the server keeps, and whether it takes anything new. */
let kept: string[];
let refuses: boolean;
let answer: () => void;

beforeEach(() => {
  signedIn();
  kept = ["table"];
  refuses = false;
  answer = () => {};
  answerFetch(async (request) => {
    if (request.method === "GET") return Response.json({ data: { library_layout: kept } });
    const { value } = (await request.json()) as { value: string[] };
    await new Promise<void>((done) => {
      answer = done;
    });
    if (refuses) return Response.json({ message: "Try again later.", code: "busy" }, { status: 503 });
    kept = value;
    return Response.json({ data: { library_layout: kept } });
  });
});

function Layout() {
  const [[layout], choose] = usePreference("library_layout", ["none"]);
  return (
    <button type="button" onClick={() => choose(["grid"])}>
      {layout}
    </button>
  );
}

test("what someone chooses shows before the server has it, without a toast", async () => {
  await renderPart(<Layout />);
  fireEvent.click(await screen.findByText("table"));
  expect(await screen.findByText("grid")).toBeTruthy();
  expect(kept).toEqual(["table"]);
  answer();
  await vi.waitFor(() => expect(kept).toEqual(["grid"]));
  expect(toasts.get().shown).toEqual([]);
});

test("what the server refuses to keep is taken back, with its reason", async () => {
  refuses = true;
  await renderPart(<Layout />);
  fireEvent.click(await screen.findByText("table"));
  await screen.findByText("grid");
  answer();
  expect(await screen.findByText("table")).toBeTruthy();
  expect(toasts.get().shown.at(-1)?.message).toBe("Try again later.");
});
