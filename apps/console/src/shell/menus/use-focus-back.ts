import { useEffect } from "react";

/** Where dialogs and menus are drawn, apart from the page. */
const LAYER = "[data-portal]";
/** What takes the focus and goes again; hints do not. */
const TAKES_FOCUS = "[role=dialog], [role=menu]";

/**
 * Gives the focus back to what had it before a dialog or menu that went and left it nowhere (WCAG 2.2, 2.4.3): one whose
 * code came as it opened, or that is drawn only while it is open, does not know what that was.
 */
export function useFocusBack(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.closest(LAYER) === null) last = target;
    };
    const giveBack = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (!isLost || document.querySelector("[role=dialog]") !== null) return;
      const place = last?.isConnected === true ? last : document.getElementById("main");
      place?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isElement);
      for (const node of added) if (node.matches(LAYER)) watch(node);
      const removed = changes.flatMap(({ removedNodes }) => [...removedNodes]).filter(isElement);
      // The code that closes it may have a place of their own for the focus.
      if (removed.some((node) => node.matches(TAKES_FOCUS) || node.querySelector(TAKES_FOCUS) !== null))
        setTimeout(giveBack, SETTLE_MS);
    });
    const watch = (layer: Element) => observer.observe(layer, { childList: true, subtree: true });
    observer.observe(document.body, { childList: true });
    document.querySelectorAll(LAYER).forEach(watch);
    document.addEventListener("focusin", remember);
    return () => {
      document.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, []);
}

const SETTLE_MS = 20;

const isElement = (node: Node): node is Element => node instanceof Element;
