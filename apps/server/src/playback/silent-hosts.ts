/** How long a request waits before its host is asked whether it runs, and again each time. */
const LOOK_MS = 2_000;
/** How long a host may take to say so. */
const ANSWER_MS = 3_000;

/**
 * Ends requests to hosts that are gone without a word, as by a power cut: nothing closes their connections. A request may wait for long,
 * as a playlist does for what is not there yet; a host that runs answers another question meanwhile.
 */
export class SilentHosts {
  readonly #asking = new Map<string, Promise<boolean>>();

  /** Does a request of a host whose `signal` fires with a `TimeoutError` once the host is silent. */
  async watched<Answer>(hostUrl: string, request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const stop = new AbortController();
    const look = () => {
      this.#runs(hostUrl)
        .then((runs) => runs || stop.abort(new DOMException("The host does not answer.", "TimeoutError")))
        .catch((error: unknown) => stop.abort(error));
    };
    const timer = setInterval(look, LOOK_MS);
    try {
      return await request(stop.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** Whether a host answers anything at all; requests that wait at the same time share the question. */
  #runs(hostUrl: string): Promise<boolean> {
    const known = this.#asking.get(hostUrl);
    if (known) return known;
    const asking = fetch(`${hostUrl}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
      .then(async (answer) => {
        await answer.body?.cancel();
        return true;
      })
      .catch(() => false)
      .finally(() => this.#asking.delete(hostUrl));
    this.#asking.set(hostUrl, asking);
    return asking;
  }
}
