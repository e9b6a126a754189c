import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";

/** Why something could not be read, and a button to try again. */
export function QueryProblem({ query }: { query: { error: unknown; refetch: () => unknown } }) {
  const { t } = useTranslation("layout");
  return <ErrorState message={reasonOf(query.error)} retryLabel={t("retry")} onRetry={() => void query.refetch()} />;
}
