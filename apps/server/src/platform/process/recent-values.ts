import { LRUCache } from "lru-cache";
import { inTime } from "../database/database-away.ts";

/** How long values are trusted and how many are kept. */
export interface RecentValuesOptions<Value> {
  /** Asks the database; null when it knows of no such thing. Without an answer within five seconds it counts as away. */
  load(key: string): Promise<Value | null>;
  /** Milliseconds within which an answer is given again without asking. */
  freshMs: number;
  /** Milliseconds for which the last answer still stands when the source cannot be asked, also that there is no such thing. */
  staleMs: number;
  /** Milliseconds an asker waits for the source when an older answer could stand in. */
  patienceMs: number;
  /** Values kept; the ones not asked for the longest go first. */
  maximumValues: number;
  now(): number;
}

interface Entry<Value> {
  value: Value;
  loadedAt: number;
}

const MAXIMUM_UNKNOWN = 2_000;

/**
 * Remembers answers for a moment, so that a popular video costs the database one question now and then, and keeps the
 * last good answer for when the database is away. Askers of the same key share one question.
 */
export class RecentValues<Value> {
  readonly #options: RecentValuesOptions<Value>;
  readonly #known: LRUCache<string, Entry<Value>>;
  /** Keys the source does not know, kept apart so that guessing ids pushes nothing real out. */
  readonly #unknown = new LRUCache<string, Entry<null>>({ max: MAXIMUM_UNKNOWN });
  readonly #loading = new Map<string, Promise<Value | null>>();
  #awayUntil = 0;

  constructor(options: RecentValuesOptions<Value>) {
    this.#options = options;
    this.#known = new LRUCache({ max: options.maximumValues });
  }

  /** The value if it was asked for at most `freshMs` ago; undefined when the source must be asked. */
  fresh(key: string): Value | undefined {
    const entry = this.#known.get(key);
    return entry && this.#options.now() - entry.loadedAt < this.#options.freshMs ? entry.value : undefined;
  }

  /** The value as it is now or was at most `freshMs` ago. @throws what `load` threw, when there is nothing to stand in. */
  async get(key: string): Promise<Value | null> {
    const { freshMs, staleMs, now } = this.#options;
    const entry = this.#lastAnswer(key);
    const age = entry ? now() - entry.loadedAt : Infinity;
    if (entry && age < freshMs) return entry.value;
    if (!entry || age >= staleMs) return this.#load(key);
    if (now() < this.#awayUntil) return entry.value;
    return this.#loadOr(key, entry);
  }

  /** Whether any value may still stand in while the source is away. */
  canStandIn(): boolean {
    const { staleMs, now } = this.#options;
    return [...this.#known.values()].some(({ loadedAt }) => now() - loadedAt < staleMs);
  }

  /** The last answer about a key; its value is null where the source knew none. */
  #lastAnswer(key: string): Entry<Value | null> | undefined {
    return this.#known.get(key) ?? this.#unknown.get(key);
  }

  /** A change was announced: what is remembered of this key must not be given out again. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#unknown.delete(key);
    this.#loading.delete(key);
  }

  /** Announcements may have been missed: everything is asked again, and kept values answer only while the source is away. */
  doubtAll(): void {
    for (const entries of [this.#known.values(), this.#unknown.values()])
      for (const entry of entries)
        entry.loadedAt = Math.min(entry.loadedAt, this.#options.now() - this.#options.freshMs);
    this.#loading.clear();
  }

  async #loadOr(key: string, entry: Entry<Value | null>): Promise<Value | null> {
    const loading = this.#load(key);
    const { promise: patience, resolve } = Promise.withResolvers<"late">();
    const timer = setTimeout(() => resolve("late"), this.#options.patienceMs);
    try {
      const answer = await Promise.race([loading, patience]);
      if (answer !== "late") return answer;
      loading.catch(() => undefined);
    } catch {
      // The question is asked again soon; until then the last answer stands. The caller of `load` logs what went wrong.
    } finally {
      clearTimeout(timer);
    }
    this.#awayUntil = this.#options.now() + this.#options.freshMs;
    // Forgotten meanwhile: then the older answer is known to be wrong.
    return this.#lastAnswer(key) === entry ? entry.value : this.#load(key);
  }

  #load(key: string): Promise<Value | null> {
    const running = this.#loading.get(key);
    if (running) return running;
    const loading: Promise<Value | null> = inTime(this.#options.load(key)).then((value) => {
      // An answer to a question asked before `forget` may be the old state: its asker gets it, nobody later does.
      if (this.#loading.get(key) === loading) this.#remember(key, value);
      return value;
    });
    this.#loading.set(key, loading);
    const done = () => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    };
    loading.then(done, done);
    return loading;
  }

  #remember(key: string, value: Value | null): void {
    this.#awayUntil = 0;
    if (value === null) {
      this.#known.delete(key);
      this.#unknown.set(key, { value: null, loadedAt: this.#options.now() });
    } else {
      this.#unknown.delete(key);
      this.#known.set(key, { value, loadedAt: this.#options.now() });
    }
  }
}
