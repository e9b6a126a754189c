import { createStore } from "./store.ts";

/** A question that waits for an answer; the dialog in the layout shows it. */
export interface Question {
  title: string;
  text: string;
  /** The word on the button that says yes. */
  yes: string;
  danger: boolean;
}

export const question = createStore<{ asked: Question | null; answer: (yes: boolean) => void }>({
  asked: null,
  answer: () => {},
});

/** Asks and waits: true for yes. A second question takes the place of the first, which counts as no. */
export function confirm(asked: Question): Promise<boolean> {
  question.get().answer(false);
  return new Promise((resolve) => {
    question.set({
      asked,
      answer(yes) {
        question.set({ asked: null, answer: () => {} });
        resolve(yes);
      },
    });
  });
}
