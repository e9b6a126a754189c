import { selectOrdered } from "@kinora/db/testing-rows.ts";
import { publishTo, type LivePublisher } from "./live-publisher.ts";
import { makeStream, type LiveStream } from "./live-stream.ts";
import { toolsOf } from "./media-processes.ts";
import { makeProject, until, type PipelineProject } from "./pipeline-project.ts";
import { expect, test } from "./product.ts";

/** More than the pipe to a tool takes while the tool does not read. */
const PRESSURE_BYTES = 1_500_000;

/** Each media tool a livestream with a ladder has, and a word of its command line that the others lack. */
const victims = [
  { protocol: "SRT", tool: "demuxer", word: "mpegts" },
  { protocol: "SRT", tool: "encoder", word: "libx264" },
  { protocol: "RTMP", tool: "encoder", word: "libx264" },
] as const;

test("media tools that are killed under back-pressure end their publisher; the live role and another livestream go on", async ({
  product,
}) => {
  const project = await makeProject(product);
  const bystander = await makeStream(project, { dvr_minutes: 30 });
  const others = await publishTo(bystander.address);
  const role = product.pids["live"] ?? 0;
  const publishers = [others];
  const publish = async (address: string, kbps?: number): Promise<LivePublisher> => {
    const publisher = await publishTo(address, kbps === undefined ? {} : { kbps });
    publishers.push(publisher);
    return publisher;
  };
  try {
    await untilLive(project, bystander);
    for (const { protocol, tool, word } of victims) {
      await test.step(`${tool} over ${protocol}`, async () => {
        const stream = await makeStream(project, { ladder: "360p", reconnect_seconds: 60 });
        const address = protocol === "SRT" ? stream.srtAddress : stream.address;
        const publisher = await publish(address, 6_000);
        await untilLive(project, stream);
        const [victim] = toolsOf(role).filter(({ words }) => words.includes(word));
        if (!victim) throw new Error(`There is no ${tool}.`);
        process.kill(victim.pid, "SIGSTOP");
        const before = publisher.sentBytes();
        await until("the pipe is full", async () => publisher.sentBytes() > before + PRESSURE_BYTES);
        process.kill(victim.pid, "SIGKILL");
        await publisher.ended;
        const again = await publish(address);
        await until("it is live again", async () => {
          const log = await logOf(project, stream);
          return log.includes("disconnected") && log.lastIndexOf("live") > log.indexOf("disconnected");
        });
        await again.stop();
        await project.call("POST", `/streams/${stream.id}/end`, {});
        await until("its tools are gone", async () => toolsOf(role).length === 0);
        await expectNoGap(`${product.urls.edge}/hls/${bystander.hash}/source/index.m3u8`);
      });
    }
    expect(await logOf(project, bystander)).toEqual(["connected", "first_segment", "live"]);
    expect(product.pids["live"]).toBe(role);
  } finally {
    await Promise.all(publishers.map((publisher) => publisher.stop()));
    await project.db.destroy();
  }
});

const untilLive = (project: PipelineProject, { id }: LiveStream) =>
  until("the livestream is live", async () => {
    const { body } = await project.call("GET", `/streams/${id}`);
    return (body["data"] as { on_air: string }).on_air === "live";
  });

async function logOf({ db }: PipelineProject, { id }: LiveStream): Promise<string[]> {
  const rows = await selectOrdered(db, "stream_log", "id", { stream_id: id }, "type");
  return rows.map(({ type }) => type);
}

/** Waits for two segments more, and expects all since the first one after the other. */
async function expectNoGap(playlist: string): Promise<void> {
  const read = async () => (await fetch(playlist)).text();
  const count = (text: string) => text.match(/^#EXTINF:/gm)?.length ?? 0;
  const before = count(await read());
  await until("there are more segments", async () => count(await read()) > before + 1);
  const text = await read();
  expect(text).toContain("#EXT-X-MEDIA-SEQUENCE:0\n");
  expect(text).not.toMatch(/^#EXT-X-(?:GAP|DISCONTINUITY$)/m);
}
