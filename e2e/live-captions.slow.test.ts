import { spawn, type ChildProcess } from "node:child_process";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { startSpeechServer, type SpeechServer } from "../apps/server/src/testing/speech/speech-server.ts";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { startKinora, type Environment } from "./environment.ts";
import { makeStream, type LiveStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { expect, test } from "./product.ts";
import { makeApiKey, makePeopleProject, signInTo, type PeopleProject } from "./project-people.ts";

let speech: SpeechServer;
let kinora: Environment;
let project: PeopleProject;
let stream: LiveStream;
let encoder: ChildProcess | undefined;

/** A tone that sounds for two and a half of each four seconds, in real time. */
async function publish({ address }: LiveStream): Promise<ChildProcess> {
  const { ffmpegPath } = await mediaTools();
  const clip = await encodedOnce("mp4", [
    ...["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25"],
    ...["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"],
    ...["-af", "volume=enable='gte(mod(t,4),2.5)':volume=0", "-t", "40", "-c:v", "libx264", "-preset", "ultrafast"],
    ...["-tune", "zerolatency", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac"],
  ]);
  const sending = ["-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", clip, "-c", "copy", "-f", "flv"];
  return spawn(ffmpegPath, [...sending, address], { stdio: "ignore" });
}

test.beforeAll(async () => {
  speech = await startSpeechServer(() => ({
    body: { language: "english", segments: [{ start: 0.2, end: 2.4, text: `Sentence ${speech.calls.length}.` }] },
  }));
  kinora = await startKinora({ env: { KINORA_SPEECH_URL: speech.url } });
  project = await makePeopleProject(kinora, "Live News");
  const headers = { authorization: `Bearer ${await makeApiKey(project)}`, "content-type": "application/json" };
  stream = await makeStream({
    projectId: project.projectId,
    async call(method, path, body = {}) {
      const answer = await fetch(`${kinora.urls.api}${path}`, { method, headers, body: JSON.stringify(body) });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
  });
});
test.afterAll(async () => {
  encoder?.kill("SIGKILL");
  await project?.db.destroy();
  await kinora?.stop();
  await speech?.close();
});

test("an owner turns automatic captions on, viewers read the words while they watch, and Health says when the engine fails", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, `/live/${stream.id}?tab=settings`);
  await page.getByRole("switch", { name: /^Automatic captions/ }).press("Space");
  await expect(page.getByText(/appear up to 20 seconds after the words/)).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Stream is edited.").first()).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  encoder = await publish(stream);
  await expect.poll(() => speech.calls.length, { timeout: LIVE_PATIENCE_MS }).toBeGreaterThan(0);

  const viewer = await page.context().newPage();
  await viewer.goto(`${kinora.urls.edge}/embed/${stream.hash}?autoplay=1&muted=1`);
  await expectMoving(viewer);
  await expect(viewer.locator("media-captions-button")).toBeVisible({ timeout: LIVE_PATIENCE_MS });
  await viewer.keyboard.press("c");
  const showing = () =>
    viewer.locator("video").evaluate((video: HTMLVideoElement) => {
      const [shown] = [...video.textTracks].filter(({ mode }) => mode === "showing");
      const active = [...(shown?.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join(" ");
      return `${shown?.label}: ${active}`;
    });
  await expect
    .poll(showing, { timeout: LIVE_PATIENCE_MS })
    .toMatch(/^(?:Captions|English) \(automatic\): Sentence \d+\.$/);
  const shown = await viewer.locator("video").evaluate((video: HTMLVideoElement) => {
    const cues = Array.from(video.textTracks).flatMap(({ cues: all }) => Array.from(all ?? []));
    return cues.map(({ startTime, endTime }) => [startTime, endTime, video.currentTime]);
  });
  // Near what is played, and each caption once.
  for (const [startTime = 0, , now = 0] of shown) expect(Math.abs(now - startTime)).toBeLessThan(60);
  expect(new Set(shown.map(String)).size).toBe(shown.length);

  await page
    .getByRole("navigation", { name: "Livestream sections" })
    .getByRole("link", { name: "Health", exact: true })
    .click();
  await expect(page.getByRole("listitem").filter({ hasText: "Automatic captions" })).toContainText("Healthy");
  speech.answer = () => ({ status: 500, body: "busy" });
  await expect(page.getByText("The speech engine doesn't answer. Ask the operator.")).toBeVisible({
    timeout: LIVE_PATIENCE_MS,
  });
});
