import type { Services } from "../../context.ts";
import type { Caller } from "../access/caller.ts";

/** One question: may this caller receive what is pushed on this channel? Null asks only whether the caller's session or key is still valid. */
export interface ChannelQuestion {
  caller: Caller;
  channel: string | null;
}

/** `ended`: the session or the key itself is no longer valid, so no other channel can be allowed either. */
export type ChannelAnswer = "allowed" | "refused" | "ended";

/** Answers questions in one query, in their order. */
export type AnswerChannels = (services: Services, questions: readonly ChannelQuestion[]) => Promise<ChannelAnswer[]>;

const QUESTIONS_PER_QUERY = 500;

interface Waiting {
  question: ChannelQuestion;
  answered: (answer: ChannelAnswer) => void;
  failed: (error: unknown) => void;
}

/**
 * Batches questions that arrive while a query runs: one query of at most 500 questions at a
 * time, so that no number of subscriptions occupies more than one connection of the pool.
 */
export class RealtimeRights {
  readonly #services: Services;
  readonly #answer: AnswerChannels;
  #waiting: Waiting[] = [];
  #asking = false;

  constructor(services: Services, answer: AnswerChannels) {
    this.#services = services;
    this.#answer = answer;
  }

  /** @throws what the query of the batch throws, as when the database is away. */
  ask(question: ChannelQuestion): Promise<ChannelAnswer> {
    return new Promise((answered, failed) => {
      this.#waiting.push({ question, answered, failed });
      this.#checkAll().catch(failed);
    });
  }

  /** Answers the questions of a whole recheck, one batch after the other, so that new subscriptions are not held up. */
  async checkMany(questions: readonly ChannelQuestion[]): Promise<ChannelAnswer[]> {
    const answers: ChannelAnswer[] = [];
    for (let first = 0; first < questions.length; first += QUESTIONS_PER_QUERY)
      answers.push(...(await this.#answer(this.#services, questions.slice(first, first + QUESTIONS_PER_QUERY))));
    return answers;
  }

  async #checkAll(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#waiting.length > 0) {
      // Questions of the same tick belong to the same batch.
      await Promise.resolve();
      const batch = this.#waiting.splice(0, QUESTIONS_PER_QUERY);
      try {
        const answers = await this.#answer(
          this.#services,
          batch.map(({ question }) => question),
        );
        batch.forEach(({ answered }, at) => answered(answers[at] ?? "refused"));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#asking = false;
  }
}
