import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { kitTexts } from "@kinora/ui/kit/kit-texts.ts";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf, reasonOf } from "../../platform/problem.ts";

/** Why a list is not shown: a missing permission, or a failure and the way to try again. */
export function ListProblem({
  list,
  permission,
}: {
  list: { error: unknown; refetch: () => unknown };
  /** The permission it needs, named when the server forbids it. */
  permission?: string | undefined;
}) {
  const { t } = useTranslation("layout");
  if (problemOf(list.error).status === 403 && permission !== undefined)
    return (
      <EmptyState icon={<IconLock size={22} stroke={1.6} />} title={kitTexts.forbidden}>
        {kitTexts.forbiddenText(permission)}
      </EmptyState>
    );
  return <ErrorState message={reasonOf(list.error)} retryLabel={t("retry")} onRetry={() => void list.refetch()} />;
}
