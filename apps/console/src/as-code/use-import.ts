import { useState } from "react";
import { api } from "../platform/client.ts";
import type { Problem } from "../platform/problem.ts";
import { useAction } from "../platform/use-action.ts";

type Answer = Awaited<ReturnType<typeof api.asCode.importProject>>;

interface FileToImport {
  document: string;
  prune: boolean;
}

/** Compares a file with a project, and then applies just the difference that was shown. */
export function useImport(projectId: number, file: FileToImport, onClose: () => void) {
  const [shown, setShown] = useState<Answer | null>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const [secrets, setSecrets] = useState<Answer["secrets"]>([]);
  const forget = (messages: string[] = []) => {
    setShown(null);
    setProblems(messages);
  };
  const onProblem = ({ fields, message }: Problem) => {
    const messages = [...new Set(Object.values(fields).flat())];
    if (messages.length === 0 && message === null) return false;
    forget(messages.length > 0 ? messages : [message ?? ""]);
    return true;
  };
  const preview = useAction(() => api.asCode.importProject({ id: projectId, ...file, dry_run: true }), {
    changes: [],
    silent: true,
    onDone: setShown,
    onProblem,
  });
  const apply = useAction((fingerprint: string) => api.asCode.importProject({ id: projectId, ...file, fingerprint }), {
    // Every page may show something of it.
    changes: [[]],
    config: true,
    onProblem,
    onDone(answer) {
      if (answer.secrets.length === 0) onClose();
      else setSecrets(answer.secrets);
    },
  });
  /** The difference that can be applied now; null before one was shown, and when there is none. */
  const ready = shown !== null && shown.changes > 0 ? shown : null;
  return {
    shown,
    ready,
    problems,
    secrets,
    forget,
    busy: preview.isPending || apply.isPending,
    proceed: () => (ready ? apply.mutate(ready.fingerprint) : preview.mutate(undefined)),
  };
}
