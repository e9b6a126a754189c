import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { refreshConfig } from "../platform/place.ts";
import { problemOf, type Problem } from "../platform/problem.ts";
import { toastError, toastSuccess, toastUndo } from "../platform/toasts.ts";

interface Options<Input, Answer> {
  call: (input: Input) => Promise<Answer>;
  /** What to ask again afterwards. */
  changes: readonly QueryKey[];
  /** Said when the server has no words of its own (spec §8). */
  failure?: string;
  /** Takes back what was done; null where there is no way back. */
  undo?: (input: Input) => (() => void) | null;
  onDone?: (answer: Answer) => void | Promise<void>;
  /** Answers true when it showed the problem beside its field. */
  onProblem?: (problem: Problem) => boolean;
  /** Whether the config (names, categories, limits) is different afterwards. */
  config?: boolean;
  /**
   * A name for calls that follow each other quickly and build on each other: the next one is sent when the last one is
   * answered, and what they change is asked again once, after the last of them.
   */
  inTurn?: string;
}

/**
 * A change of the settings: a toast with the server's message or 'success', and with its message or 'error' when it
 * fails (spec §8). A 403 has had its notification already.
 */
export function useSettingsCall<Input, Answer extends { message: string }>(options: Options<Input, Answer>) {
  const { t } = useTranslation("layout");
  const client = useQueryClient();
  const { inTurn } = options;
  return useMutation({
    mutationFn: options.call,
    ...(inTurn === undefined ? {} : { mutationKey: [inTurn], scope: { id: inTurn } }),
    async onSuccess(answer, input) {
      const undo = options.undo?.(input) ?? null;
      const said = answer.message || t("success");
      if (undo) toastUndo(said, undo);
      else toastSuccess(said);
      await options.onDone?.(answer);
      if (inTurn !== undefined && client.isMutating({ mutationKey: [inTurn] }) > 1) return;
      await Promise.all([
        ...options.changes.map((queryKey) => client.invalidateQueries({ queryKey })),
        options.config ? refreshConfig() : null,
      ]);
    },
    onError(error) {
      const problem = problemOf(error);
      if (options.onProblem?.(problem)) return;
      if (problem.status !== 403) toastError(problem.message ?? options.failure ?? t("error"));
    },
  });
}
