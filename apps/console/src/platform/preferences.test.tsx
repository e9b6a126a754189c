import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { copyEmbedCode, preferencesQuery } from "./preferences.ts";
import { queryClient } from "./query-client.ts";

let saved: unknown[];

beforeEach(() => {
  signedIn();
  saved = [];
  queryClient.setQueryData(preferencesQuery.queryKey, { onboarding: ["shown"] });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    saved.push(await new Request(input, init).json());
    return Response.json({ message: "Saved." });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

async function copyTwice(writeText: () => Promise<void>) {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  await renderPart(
    <button type="button" onClick={() => void copyEmbedCode("Iframe", "<iframe>")}>
      Copy
    </button>,
  );
  for (let clicks = 0; clicks < 2; clicks += 1) {
    fireEvent.click(await screen.findByText("Copy"));
    await vi.waitFor(() => expect(vi.mocked(writeText)).toHaveBeenCalledTimes(clicks + 1));
  }
}

test("copying an embed code anywhere does the first step, and is saved once", async () => {
  await copyTwice(vi.fn(async () => undefined));
  await vi.waitFor(() => expect(saved).toEqual([expect.objectContaining({ value: ["shown", "embed"] })]));
  expect(queryClient.getQueryData(preferencesQuery.queryKey)).toMatchObject({ onboarding: ["shown", "embed"] });
});

test("a code that could not be copied does not do the step", async () => {
  await copyTwice(vi.fn(() => Promise.reject(new Error("denied"))));
  expect(queryClient.getQueryData(preferencesQuery.queryKey)).toEqual({ onboarding: ["shown"] });
});
