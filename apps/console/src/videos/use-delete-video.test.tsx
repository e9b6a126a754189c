import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../platform/confirm.ts";
import { toasts } from "../platform/toasts.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { useDeleteVideo } from "./use-delete-video.ts";

let asked: string[];
let restorable: boolean;
let impact: object | null;

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const { method, url } = new Request(input, init);
    asked.push(`${method} ${new URL(url).pathname}`);
    if (url.endsWith("/videos/impact"))
      return Promise.resolve(
        impact === null ? Response.json({ message: "Later." }, { status: 503 }) : Response.json({ data: impact }),
      );
    const body = method === "DELETE" ? { message: "Video is deleted.", restorable } : { message: "Video is restored." };
    return Promise.resolve(Response.json(body));
  });
});

function Delete() {
  const deleteVideo = useDeleteVideo();
  return (
    <button type="button" onClick={() => void deleteVideo({ id: 7, title: "Harbour at dawn" })}>
      Delete
    </button>
  );
}

const ONE = { videos: 1, published: 1, renditions: 3, storage_bytes: 12_000_000 };

/** Deletes it; answers what was asked before, and how to restore it. */
async function deleteOne() {
  await renderPart(<Delete />);
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  const answered = await waitFor(() => {
    const { asked: shown, answer } = question.get();
    if (shown === null) throw new Error("Nothing is asked yet.");
    return { shown, answer };
  });
  answered.answer(true);
  await waitFor(() => expect(toasts.get().shown.at(-1)?.message).toBe("Video is deleted."));
  return { question: answered.shown, undo: toasts.get().shown.at(-1)?.undo ?? null };
}

test("the question says that the video goes to the trash and for how long, and the toast restores it", async () => {
  [restorable, impact] = [true, { ...ONE, trash_days: 30, to_trash: 1 }];
  const { question: shown, undo } = await deleteOne();
  expect(shown).toMatchObject({
    yes: "Move to trash",
    text: "“Harbour at dawn” moves to Trash for 30 days. Every embed stops playing immediately. You can restore it until then.",
  });
  undo?.();
  await waitFor(() => expect(toasts.get().shown.at(-1)?.message).toBe("Video is restored."));
  expect(asked).toEqual([
    expect.stringMatching(/^POST .*\/videos\/impact$/),
    "DELETE /videos/7",
    expect.stringMatching(/^POST .*\/7\/restore$/),
  ]);
});

// spec: 2.32, 8.11
test("where there is no trash the question is the specification's, names the video and what goes with it", async () => {
  [restorable, impact] = [false, { ...ONE, trash_days: 0, to_trash: 0 }];
  const { question: shown, undo } = await deleteOne();
  expect(shown).toMatchObject({
    yes: "Delete",
    text: "Are you sure you want to permanently delete this video? “Harbour at dawn” · 1 published · 3 renditions · 12 MB",
  });
  expect(undo).toBeNull();
});

test("what goes with it may be unknown: the question is still asked", async () => {
  [restorable, impact] = [false, null];
  const { question: shown } = await deleteOne();
  expect(shown.text).toBe("Are you sure you want to permanently delete this video? “Harbour at dawn”");
});
