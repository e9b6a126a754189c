import type { LiveProcess } from "@kinora/media/live/live-process.ts";
import { startTestPicture } from "@kinora/media/live/test-picture.ts";
import type { Logger } from "../../platform/log.ts";
import type { LiveStream } from "../sessions/session-records.ts";

const SMALL = { width: 640, height: 360, bitrateKbps: 800 };
const LARGE = { width: 1280, height: 720, bitrateKbps: 2500 };
const FPS = 30;

type TestedStream = Pick<LiveStream, "ladder" | "test_until" | "enabled">;

/** The built-in test picture of a stream, which publishes over RTMP like any encoder. */
export class TestPublisher {
  readonly #onOver: () => void;
  readonly #log: Pick<Logger, "error">;
  #process: LiveProcess | null = null;

  /** @param onOver called when the process exits without `stop`. */
  constructor(onOver: () => void, log: Pick<Logger, "error">) {
    this.#onOver = onOver;
    this.#log = log;
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** Starts or stops to match the stream's settings; does not start while another publisher is connected. @throws MediaError `tool_missing` */
  async follow(stream: TestedStream, isFree: boolean, output: () => string): Promise<void> {
    const isWanted = stream.enabled && (stream.test_until?.getTime() ?? 0) > Date.now();
    if (!isWanted) await this.stop();
    else if (isFree && !this.isRunning) await this.start(stream, output());
  }

  /** Publishes to an address until the stream's `test_until`; idempotent. @throws MediaError `tool_missing` */
  async start({ ladder, test_until: until }: TestedStream, output: string): Promise<void> {
    if (this.#process) return;
    const seconds = Math.max(1, Math.round(((until?.getTime() ?? 0) - Date.now()) / 1000));
    const size = ladder === "passthrough" || ladder === "360p" ? SMALL : LARGE;
    const started = await startTestPicture({ ...size, fps: FPS, output, durationSeconds: seconds });
    this.#process = started;
    started.ended
      .then(() => {
        if (this.#process !== started) return;
        this.#process = null;
        this.#onOver();
      })
      .catch((error: unknown) => this.#log.error({ err: error }, "test stream failed"));
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    await running?.stop(0);
  }
}
