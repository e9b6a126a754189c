import { PeriodicWrite } from "./process/periodic-write.ts";

const SEND_MS = 1_000;
/** What waits in memory while the collector does not answer; further lines are counted and left out. */
const WAITING_MAX = 10_000;
/** Lines of one request. */
const BATCH_MAX = 1_000;
const ANSWER_MS = 10_000;

/**
 * Sends the log lines of a role to a collector, as JSON lines (https://jsonlines.org) in the bodies of POST requests.
 * A request that fails is repeated, so a collector may see a line twice; nothing waits for one that is slow.
 */
export class LogCollector {
  readonly #url: URL;
  readonly #role: string;
  readonly #sends = new PeriodicWrite(SEND_MS, () => this.#send());
  #waiting: string[] = [];
  #dropped = 0;

  constructor(url: URL, role: string) {
    this.#url = url;
    this.#role = role;
  }

  /** Takes one line as pino writes it. */
  write(text: string): void {
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(text.trimEnd());
    else this.#dropped += 1;
  }

  /** Sends the rest and stops; tries for 3 s. */
  close(): Promise<void> {
    return this.#sends.close(() => this.#waiting.length > 0);
  }

  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.slice(0, BATCH_MAX);
      const dropped = this.#dropped;
      if (!(await this.#post(dropped > 0 ? [...lines, this.#droppedLine(dropped)] : lines))) return;
      this.#waiting.splice(0, lines.length);
      this.#dropped -= dropped;
    }
  }

  #droppedLine(dropped: number): string {
    return JSON.stringify({
      level: 40,
      time: new Date().toISOString(),
      role: this.#role,
      pid: process.pid,
      dropped,
      msg: `${dropped} log lines were dropped`,
    });
  }

  /** Whether the collector took the lines. A line about a failure would be the next that cannot be sent. */
  async #post(lines: readonly string[]): Promise<boolean> {
    const { username, password } = this.#url;
    const address = new URL(this.#url);
    address.username = "";
    address.password = "";
    const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    try {
      const response = await fetch(address, {
        method: "POST",
        headers: {
          "content-type": "application/x-ndjson",
          ...(username === "" ? {} : { authorization: `Basic ${Buffer.from(name).toString("base64")}` }),
        },
        body: `${lines.join("\n")}\n`,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
