import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { kitTexts } from "@kinora/ui/kit/kit-texts.ts";
import { IconLock } from "@tabler/icons-react";
import { problemOf } from "../../platform/problem.ts";
import { QueryProblem } from "../frame/QueryProblem.tsx";

/** Why a list is not shown: a missing permission, or a failure and the way to try again. */
export function ListProblem({
  list,
  permission,
}: {
  list: { error: unknown; refetch: () => unknown };
  /** The permission it needs, named when the server forbids it. */
  permission?: string | undefined;
}) {
  if (problemOf(list.error).status === 403 && permission !== undefined)
    return (
      <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={kitTexts.forbidden}>
        {kitTexts.forbiddenText(permission)}
      </EmptyState>
    );
  return <QueryProblem query={list} />;
}
