import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aRestream } from "../../testing/streams.ts";
import { TryRestream } from "./TryRestream.tsx";

beforeEach(signedIn);

const url = "rtmp://live.example.com/app";

async function press(props: { target?: ReturnType<typeof aRestream>; streamKey: string }, answer: Response) {
  const asked: unknown[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (...args) => {
    asked.push(await new Request(...args).json());
    return answer;
  });
  const onRefused = vi.fn(() => true);
  await renderPart(<TryRestream streamId={7} target={null} url={url} onRefused={onRefused} {...props} />);
  fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
  return { asked, onRefused };
}

test("a server that takes the key is said to, and that no picture was sent", async () => {
  const { asked } = await press({ streamKey: "abcd" }, Response.json({ accepted: true, detail: "" }));
  expect(await screen.findByText("The server accepts the stream key. No video was sent.")).toBeTruthy();
  expect(asked).toEqual([{ url, key: "abcd" }]);
});

test("a saved target is tested with the key it has while none is typed", async () => {
  const target = aRestream({ id: 3, url });
  const answer = Response.json({ accepted: false, detail: "The server refuses: no such key." });
  const { asked } = await press({ target, streamKey: "" }, answer);
  expect(await screen.findByText("Couldn't connect. The server refuses: no such key.")).toBeTruthy();
  expect(asked).toEqual([{ id: 3, url }]);
});

test("what is wrong with a field is said at the field", async () => {
  const errors = { key: ["Stream key can not be empty."] };
  const answer = Response.json({ code: "invalid", message: "No.", errors }, { status: 422 });
  const { onRefused } = await press({ streamKey: "" }, answer);
  await vi.waitFor(() => expect(onRefused).toHaveBeenLastCalledWith(errors));
});
