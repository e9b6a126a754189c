import type { ReactNode } from "react";
import type { Problem } from "./client.ts";

/** Something the person should know before they continue. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="status">
      {children}
    </div>
  );
}

/** Why the last try did not work, unless the fields already say so. */
export function ProblemNotice({ problem, except = [] }: { problem: Problem | null; except?: string[] }) {
  if (!problem || except.some((name) => problem.fields[name])) return null;
  return (
    <div className="notice failed" role="alert">
      <p>{problem.message}</p>
    </div>
  );
}
