import { updateRows } from "@kinora/db/testing-rows.ts";
import { clip } from "@kinora/media/fixtures/clips.ts";
import type { Environment } from "./environment.ts";
import { expectWholeVideo } from "./finished-video.ts";
import { publishTo, type LivePublisher } from "./live-publisher.ts";
import { makeStream, type LiveStream } from "./live-stream.ts";
import { LiveWatch } from "./live-watch.ts";
import { LIVE_PATIENCE_MS, LONG_TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { readVideo, until, untilEnded, type PipelineProject } from "./pipeline-project.ts";
import { expect } from "./product.ts";
import { upload, type UploadStory } from "./resumable-upload.ts";
import { StreamWatch } from "./stream-watch.ts";

/** A project that is watched, and on air, while something is done to it. */
export class BusyProject {
  readonly stream: LiveStream;
  readonly live: LiveWatch;
  readonly #video: StreamWatch;
  readonly #kinora: Pick<Environment, "urls" | "dataDir">;
  readonly #project: PipelineProject;
  #publisher: LivePublisher;

  private constructor(
    kinora: Pick<Environment, "urls" | "dataDir">,
    project: PipelineProject,
    on: { stream: LiveStream; publisher: LivePublisher; hash: string },
  ) {
    this.#kinora = kinora;
    this.#project = project;
    this.stream = on.stream;
    this.#publisher = on.publisher;
    this.live = new LiveWatch(`${kinora.urls.edge}/hls/${on.stream.hash}/source/index.m3u8`);
    this.#video = new StreamWatch(`${kinora.urls.edge}/hls/${on.hash}/`);
  }

  /** Publishes a finished video and a livestream, and waits until viewers see both. */
  static async start(kinora: Pick<Environment, "urls" | "dataDir">, project: PipelineProject): Promise<BusyProject> {
    const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 10 });
    const { videoId } = await upload({ project, api: () => kinora.urls.api, path });
    await untilEnded(project, videoId, LONG_TRANSCODING_PATIENCE_MS);
    await publishVideo(project, videoId);
    const { hash } = await readVideo(project, videoId);
    const stream = await makeStream(project, { reconnect_seconds: 5 });
    const busy = new BusyProject(kinora, project, { stream, publisher: await publishTo(stream.address), hash });
    await busy.expectToPlay();
    return busy;
  }

  /** Resolves when the server has ended the publisher's connection. */
  get disconnected(): Promise<unknown> {
    return this.#publisher.ended;
  }

  async publishAgain(): Promise<void> {
    await this.#publisher.stop();
    this.#publisher = await publishTo(this.stream.address);
  }

  stop(): Promise<void> {
    return this.#publisher.stop();
  }

  /** Whether viewers get the video, and the livestream's playlist. */
  async plays(): Promise<{ video: boolean; live: boolean }> {
    return { video: await this.#video.look(), live: (await this.live.look()) !== null };
  }

  /** Holds both to what viewers were told: the video's files are what they were, and the livestream continues. */
  async expectToPlay(): Promise<void> {
    await until("the video plays", () => this.#video.look(), LIVE_PATIENCE_MS);
    expect(await this.#video.changed()).toEqual([]);
    const before = this.live.lastSequence;
    await this.live.until("the livestream continues", () => this.live.lastSequence > before + 1);
    expect(this.live.violations).toEqual([]);
  }

  /** Uploads a film in small steps; after the first one that is acknowledged, `act` runs once with its address and offset. */
  async uploadAround(act: (address: string, offset: number) => Promise<void>): Promise<UploadStory> {
    const api = () => this.#kinora.urls.api;
    const path = await clip("streamable", { width: 320, height: 180, durationSeconds: 10 });
    let acted: Promise<void> | null = null;
    const story = await upload({
      project: this.#project,
      api,
      path,
      stepBytes: 16 * 1024,
      onAcknowledged: (offset, id) => (acted ??= act(`${api()}/uploads/${id}`, offset)),
    });
    // Between two requests: nothing had to be asked again.
    expect(story.resumes).toEqual([]);
    return story;
  }

  /** Waits until a video has ended, and holds it to its source. */
  async expectWhole({ videoId, sha256 }: UploadStory): Promise<void> {
    await untilEnded(this.#project, videoId, LONG_TRANSCODING_PATIENCE_MS);
    await expectWholeVideo(this.#project, { videoId, sha256, dataDir: this.#kinora.dataDir });
  }
}

/** Makes a video public. */
export const publishVideo = ({ db }: PipelineProject, id: number) =>
  updateRows(db, "videos", { id }, { published: true, published_at: new Date() });
