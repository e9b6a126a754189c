import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useRef, type RefObject } from "react";
import { MovingPreview } from "./moving-preview.ts";

/** What is done at the moment a poster shows: the id is its row's. */
interface PreviewActions {
  /** A press on the picture. */
  onPlay: (id: number, seconds: number) => void;
  /** The key c, while the pointer is on it. */
  onCopy: (id: number, seconds: number) => void;
}

/**
 * Lets the posters of a list move under the pointer, and beside the row that has the keyboard's focus. Posters carry the
 * address of their pictures as `data-preview`; nothing is fetched before the pointer is on one.
 */
export function useMovingPreviews(list: RefObject<HTMLElement | null>, at: PreviewActions): void {
  const client = useQueryClient();
  const latest = useRef(at);
  useEffect(() => {
    latest.current = at;
  });
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    const current = new CurrentPreview(client);
    const listening = new AbortController();
    followPosters(root, current, listening.signal);
    actOnMoments(root, current, latest, listening.signal);
    return () => {
      current.go(null);
      listening.abort();
    };
  }, [client, list]);
}

const posterOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-preview]") : null;

/** The one poster of a list that moves. */
class CurrentPreview {
  readonly #client: QueryClient;
  #preview: MovingPreview | null = null;
  place: HTMLElement | null = null;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** The moment it shows; null where none moves. */
  get seconds(): number | null {
    return this.#preview?.seconds ?? null;
  }

  get rowId(): number {
    return Number(this.place?.closest<HTMLElement>("[data-row]")?.dataset["row"]);
  }

  go(to: HTMLElement | null): void {
    if (to === this.place) return;
    this.#preview?.stop();
    this.place = to;
    const address = to?.dataset["preview"];
    this.#preview = to && address ? new MovingPreview(to, address, this.#client) : null;
    this.#preview?.start();
  }

  /** Shows the picture under the pointer, which is `x` pixels from the window's left edge. */
  point(x: number): void {
    if (!this.place) return;
    const { left, width } = this.place.getBoundingClientRect();
    this.#preview?.point((x - left) / width);
  }
}

/** Goes where the pointer and the keyboard's focus go. */
function followPosters(root: HTMLElement, current: CurrentPreview, signal: AbortSignal): void {
  const over = (event: PointerEvent) => {
    if (event.pointerType !== "touch") current.go(posterOf(event.target));
  };
  const move = (event: PointerEvent) => {
    if (event.pointerType !== "touch" && posterOf(event.target) === current.place) current.point(event.clientX);
  };
  const focus = (event: FocusEvent) => {
    const { target } = event;
    // A pressed mouse focuses too: only the keyboard's focus asks for a preview.
    if (!(target instanceof Element) || !target.matches("a[href]:focus-visible, [data-row]:focus-visible")) return;
    current.go(target.closest("[data-row]")?.querySelector<HTMLElement>("[data-preview]") ?? null);
  };
  const leave = () => current.go(null);
  root.addEventListener("pointerover", over, { signal });
  root.addEventListener("pointermove", move, { signal });
  root.addEventListener("pointerleave", leave, { signal });
  root.addEventListener("focusin", focus, { signal });
  root.addEventListener("focusout", leave, { signal });
}

/** Plays from the moment that shows when it is pressed, and copies its link with the key c. */
function actOnMoments(
  root: HTMLElement,
  current: CurrentPreview,
  latest: RefObject<PreviewActions>,
  signal: AbortSignal,
): void {
  const click = (event: MouseEvent) => {
    const { seconds } = current;
    if (seconds === null || posterOf(event.target) !== current.place) return;
    // The row's own press would open it at its beginning.
    event.preventDefault();
    latest.current.onPlay(current.rowId, seconds);
  };
  const press = (event: KeyboardEvent) => {
    const { seconds } = current;
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== "c" || seconds === null || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    latest.current.onCopy(current.rowId, seconds);
  };
  root.addEventListener("click", click, { capture: true, signal });
  document.addEventListener("keydown", press, { signal });
}
