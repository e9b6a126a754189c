import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { confirm, type Question } from "./confirm.ts";
import { useTranslation } from "./i18n.ts";
import { refreshConfig } from "./place.ts";
import { problemOf, type Problem } from "./problem.ts";
import { toastError, toastSuccess, toastUndo } from "./toasts.ts";

interface Options<Input, Answer> {
  /** The queries that are fetched again afterwards. */
  changes: readonly QueryKey[];
  /** Shown when it succeeded and the server has no words of its own (spec §8). */
  success?: string;
  /** Whether the page itself shows that it succeeded: no toast then. */
  silent?: boolean;
  /** Shown when it failed and the server has no words of its own (spec §8). */
  failure?: string;
  /** Takes back what was done; null where there is no way back. */
  undo?: (input: Input, answer: Answer) => (() => void) | null;
  onDone?: (answer: Answer) => void | Promise<void>;
  /** Answers true when it showed the problem beside its field. */
  onProblem?: (problem: Problem) => boolean;
  /**
   * What the call saves, where its input has the `version` that was read: when someone else saved since (409), the person
   * overwrites that, or has it loaded again and shown in place of what they typed.
   */
  stored?: { queryKey: QueryKey; show: () => void };
  /** Whether the config (names, categories, limits) is different afterwards. */
  config?: boolean;
  /**
   * A name for calls that follow each other quickly and build on each other: the next one is sent when the last one is
   * answered, and what they change is fetched again once, after the last of them.
   */
  inTurn?: string;
}

/**
 * A call that changes something: a toast with the server's message or 'success', and with its message or 'error' when it
 * fails (spec §8). A 403 has had its notification already. What it changes is fetched again, also after a failure: what
 * is shown may be older than the reason of the refusal.
 */
export function useAction<Input, Answer extends { message: string }>(
  call: (input: Input) => Promise<Answer>,
  options: Options<Input, Answer>,
) {
  const { t } = useTranslation("layout");
  const client = useQueryClient();
  const { inTurn } = options;
  const refresh = () => Promise.all(options.changes.map((queryKey) => client.invalidateQueries({ queryKey })));
  const askWhose = async (input: Input) => {
    const { stored } = options;
    const load = async () => {
      await client.invalidateQueries({ queryKey: stored?.queryKey ?? [] });
      stored?.show();
    };
    const isMine = await confirm({
      ...{ title: t("changedTitle"), text: t("changedText"), yes: t("overwrite"), danger: true },
      instead: { label: t("loadAgain"), act: () => void load() },
    });
    if (isMine) mutation.mutate(Object.assign({}, input, { version: undefined }));
  };
  const mutation = useMutation({
    mutationFn: call,
    ...(inTurn === undefined ? {} : { mutationKey: [inTurn], scope: { id: inTurn } }),
    async onSuccess(answer, input) {
      const undo = options.undo?.(input, answer) ?? null;
      const words = answer.message || (options.success ?? t("success"));
      if (undo) toastUndo(words, undo);
      else if (!options.silent) toastSuccess(words);
      await options.onDone?.(answer);
      if (inTurn !== undefined && client.isMutating({ mutationKey: [inTurn] }) > 1) return;
      await Promise.all([refresh(), options.config ? refreshConfig() : null]);
    },
    async onError(error, input) {
      const problem = problemOf(error);
      if (problem.code === "changed_since" && options.stored) return void askWhose(input);
      if (options.onProblem?.(problem)) return;
      if (problem.status !== 403) toastError(problem.message ?? options.failure ?? t("error"));
      await refresh();
    },
  });
  return {
    ...mutation,
    /** Asks first, and does it after a yes. */
    async mutateAfter(question: Question, input: Input): Promise<void> {
      if (await confirm(question)) mutation.mutate(input);
    },
  };
}
