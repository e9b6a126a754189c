import { publishTo } from "./live-publisher.ts";
import { makeStream } from "./live-stream.ts";
import { expectMoving } from "./moving-picture.ts";
import { LIVE_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";
import { listen } from "./realtime-listener.ts";
import { sharedProject } from "./shared.ts";

const project = sharedProject();

test("who waits on the page of a stream sees it begin, play and end automatically", async ({ page, product }) => {
  const stream = await makeStream(project, { reconnect_seconds: 0 });
  await page.goto(`${product.urls.edge}/embed/${stream.hash}`);
  await expect(page.getByText("Stream is not active")).toBeVisible();
  const listener = await listen(product.urls.api, project.headers, `live_channel_${stream.id}`);
  const publisher = await publishTo(stream.address);
  try {
    await listener.received("StreamState", { id: stream.id, state: "live", label: "Stream is live" });
    const sent = { id: stream.id, width: 320, height: 180, video_codec: "h264", audio_codec: "aac" };
    await listener.received("StreamStats", sent);
    await expect(page.locator("video")).toBeVisible();
    await expectMoving(page);
    expect((await project.call("POST", `/streams/${stream.id}/end`, {})).status).toBe(200);
    await expect(page.getByText("Stream is not active")).toBeVisible();
  } finally {
    listener.close();
    await publisher.stop();
  }
  const read = async () => (await project.call("GET", `/streams/${stream.id}`)).body["data"] as { state: string };
  await until("the stream is not active", async () => (await read()).state === "not_active", LIVE_PATIENCE_MS);
  const { body } = await project.call("GET", `/projects/${project.projectId}/stream-log?stream[]=${stream.id}`);
  const types = (body["data"] as { type: string }[]).map(({ type }) => type);
  expect(types).toEqual(["ended", "live", "first_segment", "connected"]);
});
