import { createStore } from "./store.ts";

/** How long a toast stays (spec §9): good news 2.5 s, bad news 5 s. */
export const TOAST_MS = { positive: 2500, negative: 5000 } as const;
/** How long a toast stays that offers to take back what was done. */
export const UNDO_MS = 7000;

export type ToastKind = keyof typeof TOAST_MS;

export interface Toast {
  key: number;
  kind: ToastKind;
  message: string;
  /** Takes back what the toast tells of. */
  undo: (() => void) | null;
}

/** More at once would cover the page; the oldest makes room. */
const MOST = 4;

let nextKey = 1;

/** The toasts on screen, newest last; the layout shows them at the top. */
export const toasts = createStore<{ shown: readonly Toast[] }>({ shown: [] });

export function closeToast(key: number): void {
  toasts.set({ shown: toasts.get().shown.filter((toast) => toast.key !== key) });
}

function show(kind: ToastKind, message: string, undo: (() => void) | null = null): void {
  const { shown } = toasts.get();
  // Saying the same twice helps nobody: the one on screen starts its time again.
  const others = shown.filter((toast) => toast.kind !== kind || toast.message !== message);
  toasts.set({ shown: [...others, { key: nextKey++, kind, message, undo }].slice(-MOST) });
}

export const toastSuccess = (message: string): void => show("positive", message);
/** Good news that can be taken back for 7 s. */
export const toastUndo = (message: string, undo: () => void): void => show("positive", message, undo);
export const toastError = (message: string): void => show("negative", message);
