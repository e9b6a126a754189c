import { useRef, useState, type PointerEvent, type RefObject } from "react";
import type { Span } from "./timeline-lanes.ts";

/** A drag shorter than this chooses nothing, in pixels. */
const LEAST_PIXELS = 4;

/**
 * A part of a timeline that is chosen by dragging over its lanes. Moments are in milliseconds since 1970.
 * @param lanes spans as wide as the lanes are.
 */
export function useChosenSpan(shown: Span, lanes: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<Span | null>(null);
  const begun = useRef<{ x: number; atMs: number } | null>(null);
  const momentAt = (clientX: number): number | null => {
    const box = lanes.current?.getBoundingClientRect();
    if (!box || box.width === 0) return null;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    return shown.fromMs + share * (shown.toMs - shown.fromMs);
  };
  const end = () => {
    begun.current = null;
  };
  return {
    chosen,
    setChosen,
    drag: {
      onPointerDown({ clientX }: PointerEvent) {
        const atMs = momentAt(clientX);
        begun.current = atMs === null ? null : { x: clientX, atMs };
      },
      onPointerMove({ clientX, currentTarget, pointerId }: PointerEvent) {
        const from = begun.current;
        const toMs = momentAt(clientX);
        if (!from || toMs === null || Math.abs(clientX - from.x) < LEAST_PIXELS) return;
        // From now on this is a drag, and not a press on what lies below.
        if (!currentTarget.hasPointerCapture(pointerId)) currentTarget.setPointerCapture(pointerId);
        setChosen({ fromMs: Math.min(from.atMs, toMs), toMs: Math.max(from.atMs, toMs) });
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
