/** What keys do in the editor of captions. */
export const EDITOR_KEYS = {
  next: { code: "ArrowDown", alt: true, shown: ["Alt", "↓"] },
  previous: { code: "ArrowUp", alt: true, shown: ["Alt", "↑"] },
  split: { code: "Enter", control: true, shown: ["Ctrl", "Enter"] },
  merge: { code: "KeyM", alt: true, shown: ["Alt", "M"] },
  start: { code: "KeyI", alt: true, shown: ["Alt", "I"] },
  end: { code: "KeyO", alt: true, shown: ["Alt", "O"] },
  play: { code: "KeyP", alt: true, shown: ["Alt", "P"] },
  pause: { code: "KeyK", alt: true, shown: ["Alt", "K"] },
  undo: { code: "KeyZ", control: true, shown: ["Ctrl", "Z"] },
  redo: { code: "KeyZ", control: true, shift: true, shown: ["Ctrl", "Shift", "Z"] },
  save: { code: "KeyS", control: true, shown: ["Ctrl", "S"] },
} as const satisfies Record<string, Shortcut>;

interface Shortcut {
  /** The place of the key, as of a keyboard for English: with Alt held, letters are others on some systems. */
  code: string;
  alt?: boolean;
  /** Ctrl, or ⌘. */
  control?: boolean;
  shift?: boolean;
  shown: readonly string[];
}

export type EditorKey = keyof typeof EDITOR_KEYS;
/** What each of them does. */
export type EditorActions = Record<EditorKey, () => void>;

type Pressed = Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/** What a key asks for; null for any other. Pure. */
export function readEditorKey({ code, altKey, ctrlKey, metaKey, shiftKey }: Pressed): EditorKey | null {
  const control = ctrlKey || metaKey;
  for (const [name, key] of Object.entries<Shortcut>(EDITOR_KEYS)) {
    const { alt = false, control: withControl = false, shift = false } = key;
    if (key.code === code && alt === altKey && withControl === control && shift === shiftKey) return name as EditorKey;
  }
  return null;
}

/** Enter in a field of one line is not for the page. */
export const onEnter =
  (run: () => void) => (event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "preventDefault">) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    run();
  };
