import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import type { StreamRecording } from "../queries.ts";
import { TrimDialog } from "./TrimDialog.tsx";

const recording: StreamRecording = {
  id: 4,
  kind: "recording",
  state: "ready",
  started_at: "2026-09-21T10:00:00.000Z",
  ended_at: "2026-09-21T10:01:30.000Z",
  seconds: 90,
  trim: null,
  problem: null,
  video: { id: 9, title: "Harbour", status: "complete", published: false },
};

/** The server is asked only when nobody has typed for a moment. */

beforeEach(signedIn);

/** The server, whose recording has a key frame every four seconds; answers what it was asked to cut. */
function aServer(refusal: object | null = null): unknown[] {
  const asked: unknown[] = [];
  answerFetch(async (request, { pathname, searchParams }) => {
    expect(pathname).toMatch(/\/streams\/7\/recordings\/4\/trim$/);
    if (request.method === "GET") {
      const from = Number(searchParams.get("from_seconds"));
      return Response.json({
        data: { from_seconds: from - (from % 4), to_seconds: Number(searchParams.get("to_seconds")) },
      });
    }
    asked.push(await request.json());
    return refusal
      ? Response.json(refusal, { status: 422 })
      : Response.json({ message: "The trim is saved. It becomes a video.", data: recording }, { status: 201 });
  });
  return asked;
}

const show = async (onClose = () => {}) =>
  renderPart(
    <TrimDialog stream={aStream()} recording={recording} video={{ id: 9, watched: false }} onClose={onClose} />,
  );
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("a part is typed or drawn, says at which key frame it begins, and becomes a video", async () => {
  const asked = aServer();
  const closed = vi.fn();
  await show(closed);
  expect(await screen.findByText(/^Starts at 0:00\.0, on a keyframe\. 1:30\.0 long\./)).toBeTruthy();
  type("Start", "0:13.2");
  type("End, along the recording", "60.5");
  const plan = /^Starts at 0:12\.0, on the keyframe 1\.2 s before\. 0:48\.5 long\./;
  expect(await screen.findByText(plan)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save as video" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(asked).toEqual([{ from_seconds: 13.2, to_seconds: 60.5 }]);
});

test("what is no time, too late or too short is said at its field, and nothing is asked", async () => {
  aServer();
  await show();
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save as video" });
  type("Start", "soon");
  expect(screen.getByText("Enter a time such as 1:02.5.")).toBeTruthy();
  expect(save().disabled).toBe(true);
  type("Start", "2:00");
  expect(screen.getByText("The recording ends at 1:30.0.")).toBeTruthy();
  type("Start", "1:00");
  type("End", "1:00.5");
  expect(screen.getByText("A trim must be at least 1 second long.")).toBeTruthy();
  expect(save().disabled).toBe(true);
});

test("the server's refusal stands at its field", async () => {
  const sentence = "This recording ends at 1:29.0. Begin at least 1 second earlier.";
  aServer({ code: "invalid", message: sentence, errors: { from_seconds: [sentence] } });
  await show();
  fireEvent.click(screen.getByRole("button", { name: "Save as video" }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});
