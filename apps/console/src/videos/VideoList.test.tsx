import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { session } from "../platform/session.ts";
import { toasts } from "../platform/toasts.ts";
import { recentVideosQuery, type VideoPage } from "../platform/videos.ts";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { aConfig, aVideo, aVideoPage } from "../testing/videos.ts";
import { VideoList } from "./VideoList.tsx";

const rest = { place: {}, peek: { id: null, onPeek: () => {} } };
const video = aVideo({ id: 7, title: "Harbor atlas", published: false });

beforeEach(signedIn);

afterEach(cleanup);

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

const newest = () => toasts.get().shown.at(-1);

test("publishing shows at once and says so", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(answer(200, { message: "ok", data: { ...video, published: true } }));
  await renderPart(<VideoList videos={[video]} label="Completed" {...rest} />);
  fireEvent.click(screen.getByRole("switch", { name: "Published: Harbor atlas" }));
  await waitFor(() => expect(newest()).toMatchObject({ kind: "positive", message: "Published..." }));
});

test("a refused publish is taken back, with words", async () => {
  const client = new QueryClient();
  const { queryKey } = recentVideosQuery(3);
  client.setQueryData(queryKey, aVideoPage([video]));
  vi.spyOn(globalThis, "fetch").mockResolvedValue(answer(409, { message: "Not yet.", code: "conflict" }));
  await renderPart(<VideoList videos={[video]} label="Completed" {...rest} />, client);
  fireEvent.click(screen.getByRole("switch", { name: "Published: Harbor atlas" }));
  await waitFor(() =>
    expect(newest()).toMatchObject({ kind: "negative", message: "Published is not done, there was an error." }),
  );
  expect(client.getQueryData<VideoPage>(queryKey)?.data[0]?.published).toBe(false);
});

test("who may not publish sees the switch but can not move it", async () => {
  session.set({ config: aConfig({}, ["video_view"]) });
  await renderPart(<VideoList videos={[video]} label="Completed" {...rest} />);
  expect(screen.getByRole<HTMLInputElement>("switch", { name: "Published: Harbor atlas" }).disabled).toBe(true);
});

test("j moves to the next row, x selects it", async () => {
  await renderPart(<VideoList videos={[video, aVideo({ id: 8, title: "Second" })]} label="Completed" {...rest} />);
  HTMLElement.prototype.scrollIntoView = () => {};
  fireEvent.keyDown(document.body, { key: "j" });
  expect(document.activeElement?.textContent).toBe("Harbor atlas");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "j" });
  expect(document.activeElement?.textContent).toBe("Second");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "x" });
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Second" }).checked).toBe(true);
  expect(await screen.findByRole("toolbar", { name: "1 selected" })).toBeTruthy();
});
