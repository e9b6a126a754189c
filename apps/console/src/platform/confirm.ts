import { createStore } from "./store.ts";

/** A question that waits for an answer; the dialog in the layout shows it. */
export interface Question {
  title: string;
  text: string;
  /** The word on the button that says yes. */
  yes: string;
  danger: boolean;
  /** What can be done instead; counts as no. */
  instead?: { label: string; act: () => void };
}

/** How much proves that it is the person: `factor` is more than the password. */
export type Proof = "any" | "factor";

/** The question in the dialog, or the proof that it waits for (identity.ts). */
export const question = createStore<{ asked: Question | null; proof: Proof | null; answer: (yes: boolean) => void }>({
  asked: null,
  proof: null,
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
