/** Runs asynchronous work one at a time, in order. A failure is reported and does not stop what is queued behind it. */
export class SerialQueue {
  readonly #onFailure: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Runs `work` once everything queued before it has settled. @throws what `work` throws, after `onFailure` was called. */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const running = this.#last.then(work);
    this.#last = running.then(
      () => undefined,
      (error: unknown) => this.#onFailure(error),
    );
    return running;
  }

  /** As `run`, for work no caller awaits. */
  enqueue(work: () => Promise<void>): void {
    // `onFailure` has reported the error already.
    this.run(work).catch(() => undefined);
  }

  /** Resolves when everything queued so far has settled. */
  idle(): Promise<void> {
    return this.#last;
  }
}
