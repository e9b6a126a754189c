import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { problemOf, reasonOf } from "../platform/problem.ts";

/** A list that did not come: not allowed, with the permission that is missing, or failed, with a way to try again. */
export function ListProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(["live", "layout"]);
  const { status, message } = problemOf(error);
  if (status !== 403) {
    return <ErrorState message={reasonOf(error)} retryLabel={t("layout:retry")} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon={<IconLock size={22} stroke={1.6} />}
      title={message ?? t("layout:noPermission", { permission: "streams_view" })}
    >
      {t("forbiddenText", { permission: "streams_view" })}
    </EmptyState>
  );
}
