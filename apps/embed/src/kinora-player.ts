import type { PlayerCommand, PlayerMessage } from "@kinora/player/messages.ts";

type EventName = PlayerMessage["event"];
type Listener = (message: PlayerMessage) => void;

/**
 * Controls a player in a frame of this page and reports its state: `new KinoraPlayer(document.querySelector("iframe"))`.
 * Times are in seconds, the volume is 0–1. Commands given before the player is ready are sent when it is.
 */
export class KinoraPlayer {
  readonly #frame: HTMLIFrameElement;
  readonly #origin: string;
  readonly #listeners = new Map<EventName, Set<Listener>>();
  #last: PlayerMessage | null = null;
  /** Listeners of `ready` were called. */
  #isAnnounced = false;
  #waiting: PlayerCommand[] = [];
  #consent: boolean | null = null;

  constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
    this.#origin = new URL(frame.src).origin;
    window.addEventListener("message", this.#receive);
    frame.addEventListener("load", this.#sendConsent);
    // A player that is ready already answers with its state; one that is not announces itself. Before the frame has loaded, its
    // document is the page's own origin, so the request, which holds nothing secret, goes to any.
    frame.contentWindow?.postMessage({ kinora: 1, command: "listen" } satisfies PlayerCommand, "*");
  }

  get ready(): boolean {
    return this.#last !== null;
  }

  get currentTime(): number {
    return this.#last?.current_time ?? 0;
  }

  /** Null until known. */
  get duration(): number | null {
    return this.#last?.duration ?? null;
  }

  get paused(): boolean {
    return this.#last?.paused ?? true;
  }

  get muted(): boolean {
    return this.#last?.muted ?? false;
  }

  get volume(): number {
    return this.#last?.volume ?? 1;
  }

  play(): void {
    this.#send({ kinora: 1, command: "play" });
  }

  pause(): void {
    this.#send({ kinora: 1, command: "pause" });
  }

  seek(seconds: number): void {
    this.#send({ kinora: 1, command: "seek", seconds });
  }

  mute(): void {
    this.#send({ kinora: 1, command: "mute" });
  }

  unmute(): void {
    this.#send({ kinora: 1, command: "unmute" });
  }

  setVolume(volume: number): void {
    this.#send({ kinora: 1, command: "volume", volume });
  }

  /** Says whether the viewer consents to being measured; also before the player is ready, and where its API is off. */
  setConsent(given: boolean): void {
    this.#consent = given;
    this.#sendConsent();
  }

  /** Calls the listener at each event, and soon at `ready` if that has been; returns a function that stops it. */
  on(event: EventName, listener: Listener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    const last = this.#last;
    if (event === "ready" && last && this.#isAnnounced)
      queueMicrotask(() => {
        if (listeners.has(listener)) listener({ ...last, event });
      });
    return () => listeners.delete(listener);
  }

  destroy(): void {
    window.removeEventListener("message", this.#receive);
    this.#frame.removeEventListener("load", this.#sendConsent);
    this.#listeners.clear();
  }

  // The same of any frame: before it has loaded, its document is the page's own origin.
  readonly #sendConsent = () => {
    if (this.#consent === null) return;
    this.#frame.contentWindow?.postMessage({ kinora: 1, command: "consent", given: this.#consent }, "*");
  };

  #send(command: PlayerCommand): void {
    if (this.#last) this.#frame.contentWindow?.postMessage(command, this.#origin);
    else this.#waiting.push(command);
  }

  readonly #receive = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source !== this.#frame.contentWindow || origin !== this.#origin || !isMessage(data)) return;
    this.#last = data;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const command of waiting) this.#send(command);
    // Another KinoraPlayer of the same frame may have asked for it, too.
    if (data.event === "ready" && this.#isAnnounced) return;
    this.#isAnnounced ||= data.event === "ready";
    for (const listener of this.#listeners.get(data.event) ?? []) listener(data);
  };
}

const isMessage = (data: unknown): data is PlayerMessage =>
  typeof data === "object" && data !== null && "kinora" in data && data.kinora === 1 && "event" in data;
