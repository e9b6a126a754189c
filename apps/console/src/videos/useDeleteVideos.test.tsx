import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { toasts } from "../platform/toasts.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { useDeleteVideos } from "./useDeleteVideos.ts";

let asked: string[];
let restorable: boolean;

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { method, url } = new Request(input, init);
    asked.push(`${method} ${new URL(url).pathname}`);
    const body = method === "DELETE" ? { message: "Video is deleted.", restorable } : { message: "Video is restored." };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } }),
    );
  });
});
afterEach(cleanup);

function Delete() {
  const deleteVideos = useDeleteVideos();
  return (
    <button type="button" onClick={() => void deleteVideos([7])}>
      Delete
    </button>
  );
}

async function deleteOne() {
  await renderPart(<Delete />);
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  question.get().answer(true);
  await waitFor(() => expect(toasts.get().shown.at(-1)?.message).toBe("Video is deleted."));
  return toasts.get().shown.at(-1)?.undo ?? null;
}

test("what waits in the trash is taken back by the toast", async () => {
  restorable = true;
  const undo = await deleteOne();
  undo?.();
  await waitFor(() => expect(toasts.get().shown.at(-1)?.message).toBe("Video is restored."));
  expect(asked).toEqual(["DELETE /videos/7", expect.stringMatching(/^POST .*\/7\/restore$/)]);
});

test("what is gone for good offers no way back", async () => {
  restorable = false;
  expect(await deleteOne()).toBeNull();
});
