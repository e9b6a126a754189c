import { moved } from "@kinora/domain/videos/categories.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { UNDO_MS } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import { categoriesKey, type Category } from "../queries.ts";

/**
 * Moves categories, and back: a toast offers it, and so does Ctrl+Z. Steps of one category after each other are one move,
 * as they are for who holds an arrow key down.
 */
export function useCategoryOrder(projectId: number, categories: readonly Category[]) {
  const { t } = useTranslation("projects");
  const client = useQueryClient();
  const last = useRef<{ id: number; from: number; atMs: number } | null>(null);
  const key = categoriesKey(projectId);

  const move = useAction(api.categories.moveCategory, {
    changes: [key],
    config: true,
    inTurn: "category order",
    failure: t("categoryNotEdited"),
    undo: ({ id }) => (last.current?.id === id ? takeBack : null),
    onProblem() {
      last.current = null;
      void client.invalidateQueries({ queryKey: key });
      return false;
    },
  });

  const put = (category: Category, position: number) => {
    // The answer of the step before may not be here yet: what is shown is what counts.
    const shown = client.getQueryData<readonly Category[]>(key) ?? categories;
    const there = shown.find(({ id }) => id === category.id);
    if (!there) return;
    // An answer on its way is older than this step.
    void client.cancelQueries({ queryKey: key });
    client.setQueryData(key, moved(shown, there, position));
    move.mutate({ id: category.id, position });
  };

  const moveTo = (category: Category, position: number) => {
    const from = categories.indexOf(category);
    const now = performance.now();
    const before = last.current;
    const goesOn = before?.id === category.id && now - before.atMs < UNDO_MS;
    last.current = { id: category.id, from: goesOn ? before.from : from, atMs: now };
    put(category, position);
  };

  function takeBack(): void {
    const step = last.current;
    const shown = client.getQueryData<readonly Category[]>(key) ?? categories;
    const category = shown.find(({ id }) => id === step?.id);
    last.current = null;
    if (step && category) put(category, step.from);
  }

  return { moveTo, takeBack };
}
