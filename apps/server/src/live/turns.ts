/** Does one thing after another; what fails is told and does not stop the next. */
export class Turns {
  readonly #onFailure: (error: unknown) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Does it once everything before is done. @throws what it throws. */
  do<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const doing = this.#last.then(work);
    this.#last = doing.then(
      () => undefined,
      (error: unknown) => this.#onFailure(error),
    );
    return doing;
  }

  /** Work nobody waits for. */
  soon(work: () => Promise<void>): void {
    // What failed was told already.
    this.do(work).catch(() => undefined);
  }

  /** Resolves when everything until now is done. */
  done(): Promise<void> {
    return this.#last;
  }
}
