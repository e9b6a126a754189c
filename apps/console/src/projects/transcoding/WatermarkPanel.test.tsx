import { defaultWatermarkLayout } from "@kinora/domain/transcoding/watermark.ts";
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { question } from "../../platform/confirm.ts";
import { toasts } from "../../platform/toasts.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aVideoPage } from "../../testing/videos.ts";
import type { Watermark } from "../queries.ts";
import { WatermarkPanel } from "./WatermarkPanel.tsx";

/** What the server has, and what it was sent. */
let kept: Watermark | null;
let sent: { method: string; body: unknown }[];
let refusal: string | null;

const aWatermark = (): Watermark => ({
  enabled: false,
  ...defaultWatermarkLayout,
  picture: "data:image/png;base64,iVBORw0KGgo=",
  width: 400,
  height: 100,
  updated_at: "2026-09-21T10:00:00.000Z",
});

beforeEach(() => {
  signedIn();
  [kept, sent, refusal] = [null, [], null];
  answerFetch(async (request) => {
    const answer = (body: object, status = 200) => Response.json(body, { status });
    if (!new URL(request.url).pathname.endsWith("/watermark")) return answer(aVideoPage([]));
    if (request.method === "GET") return answer({ data: kept });
    const text = await request.text();
    const body = text === "" ? null : (JSON.parse(text) as object);
    sent.push({ method: request.method, body });
    if (refusal) return answer({ message: refusal, code: "invalid", errors: { picture: [refusal] } }, 422);
    kept = request.method === "DELETE" ? null : { ...aWatermark(), ...kept, ...(request.method === "PUT" ? body : {}) };
    return answer({ message: "Done.", data: kept });
  });
});

const dirty = vi.fn();
const show = (readOnly = false) =>
  renderPart(
    <SettingsArea>
      <WatermarkPanel projectId={3} readOnly={readOnly} onDirty={dirty} />
    </SettingsArea>,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
const choose = async (file: File) => {
  await screen.findByRole("button", { name: "Upload image" });
  fireEvent.change(screen.getByLabelText("Watermark image"), { target: { files: [file] } });
};
const mark = () => screen.findByRole("img", { name: "Watermark preview" });

test("a picture is uploaded, laid where the preview shows it, switched on and saved", async () => {
  await show();
  await choose(new File(["png"], "logo.png"));
  expect((await mark()).style.left).toBe("88.125%");
  expect(sent).toEqual([{ method: "POST", body: { picture: "cG5n" } }]);

  fireEvent.click(screen.getByRole("radio", { name: "Top left" }));
  fireEvent.change(screen.getByRole("slider", { name: "Size" }), { target: { value: "50" } });
  fireEvent.change(screen.getByRole("slider", { name: "Opacity" }), { target: { value: "40" } });
  fireEvent.click(screen.getByRole("switch", { name: /Burn into new videos/ }));
  const { left, width, opacity } = (await mark()).style;
  expect([left, width, opacity]).toEqual(["2.8125%", "28.125%", "0.4"]);
  expect(dirty).toHaveBeenLastCalledWith(true);
  fireEvent.click(screen.getByRole("radio", { name: "Portrait" }));
  expect((await mark()).style.width).toBe("50%");

  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull());
  expect(sent.at(-1)).toEqual({
    method: "PUT",
    body: { enabled: true, position: "top_left", opacity: 40, size: 50, margin: 5 },
  });
  expect(dirty).toHaveBeenLastCalledWith(false);
});

test("the panel shows what the server says about a picture; a file that is too large is not sent", async () => {
  refusal = "This picture cannot be read.";
  await show();
  await choose(new File(["no picture"], "logo.png"));
  expect((await screen.findByRole("alert")).textContent).toBe(refusal);
  const large = new File([], "large.png");
  Object.defineProperty(large, "size", { value: 5 * 1024 * 1024 + 1 });
  await choose(large);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/larger than 5 MB/));
  expect(sent).toHaveLength(1);
});

test("removing asks first", async () => {
  kept = aWatermark();
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await waitFor(() => expect(question.get().asked?.title).toBe("Remove the watermark?"));
  expect(sent).toEqual([]);
  question.get().answer(true);
  await screen.findByRole("button", { name: "Upload image" });
  expect(sent).toEqual([{ method: "DELETE", body: null }]);
  expect(toasts.get().shown).toHaveLength(1);
});

test("who may only look sees it locked", async () => {
  kept = aWatermark();
  await show(true);
  await mark();
  expect(screen.getByRole("switch").hasAttribute("disabled")).toBe(true);
  expect(screen.getByRole("slider", { name: "Size" }).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
});
