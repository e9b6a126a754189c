import { useQueryClient } from "@tanstack/react-query";
import { useEffect, type RefObject } from "react";
import { MovingPreview } from "./movingPreview.ts";

/**
 * Lets the posters of a list move under the pointer, and beside the row that has the keyboard's focus. Posters carry the
 * address of their pictures as `data-preview`; nothing is fetched before somebody rests on one.
 */
export function useMovingPreviews(list: RefObject<HTMLElement | null>): void {
  const client = useQueryClient();
  useEffect(() => {
    const root = list.current;
    if (!root) return;
    let place: HTMLElement | null = null;
    let preview: MovingPreview | null = null;

    const go = (to: HTMLElement | null) => {
      if (to === place) return;
      preview?.stop();
      place = to;
      const address = to?.dataset["preview"];
      preview = to && address ? new MovingPreview(to, address, client) : null;
      preview?.start();
    };
    const posterOf = (target: EventTarget | null) =>
      target instanceof Element ? target.closest<HTMLElement>("[data-preview]") : null;
    const over = (event: PointerEvent) => {
      if (event.pointerType !== "touch") go(posterOf(event.target));
    };
    const move = (event: PointerEvent) => {
      if (!place || posterOf(event.target) !== place || event.pointerType === "touch") return;
      const { left, width } = place.getBoundingClientRect();
      preview?.point((event.clientX - left) / width);
    };
    const focus = (event: FocusEvent) => {
      const { target } = event;
      // A pressed mouse focuses too: only the keyboard's focus asks for a preview.
      if (!(target instanceof Element) || !target.matches("a[href]:focus-visible")) return;
      go(target.closest("[data-row]")?.querySelector<HTMLElement>("[data-preview]") ?? null);
    };
    const leave = () => go(null);
    root.addEventListener("pointerover", over);
    root.addEventListener("pointermove", move);
    root.addEventListener("pointerleave", leave);
    root.addEventListener("focusin", focus);
    root.addEventListener("focusout", leave);
    return () => {
      leave();
      root.removeEventListener("pointerover", over);
      root.removeEventListener("pointermove", move);
      root.removeEventListener("pointerleave", leave);
      root.removeEventListener("focusin", focus);
      root.removeEventListener("focusout", leave);
    };
  }, [client, list]);
}
