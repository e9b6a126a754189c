import { useState } from "react";
import { problemOf, type Problem } from "./client.ts";

export interface Action<Values> {
  running: boolean;
  problem: Problem | null;
  /** The first message at a field, for the field to show. */
  fieldError(name: string): string | undefined;
  run(values: Values): void;
}

/** Something a form does: one at a time, with what went wrong kept until the next try. */
export function useAction<Values, Result>(
  work: (values: Values) => Promise<Result>,
  done: (result: Result) => void,
): Action<Values> {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const perform = async (values: Values) => {
    setRunning(true);
    setProblem(null);
    try {
      done(await work(values));
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setRunning(false);
    }
  };
  return {
    running,
    problem,
    fieldError: (name) => problem?.fields[name]?.[0],
    run: (values) => void (running ? undefined : perform(values)),
  };
}
