import { useCallback, useEffect, useState } from "react";
import { problemOf, type Problem } from "./client.ts";

/** Asks the server when the page opens, and again on `reload`. `ask` stays the same function from one render to the next. */
export function useAnswer<Answer>(ask: () => Promise<Answer>): {
  answer: Answer | null;
  problem: Problem | null;
  reload: () => void;
} {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asked, setAsked] = useState(1);
  useEffect(() => {
    let current = true;
    ask().then(
      (found) => {
        if (current) setAnswer(found);
      },
      (error: unknown) => {
        if (current) setProblem(problemOf(error));
      },
    );
    return () => {
      current = false;
    };
  }, [ask, asked]);
  return { answer, problem, reload: useCallback(() => setAsked((times) => times + 1), []) };
}
