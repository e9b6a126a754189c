import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../platform/problem.ts";
import { SettingsArea } from "../shell/forms/SettingsArea.tsx";
import { AccountFrame, useAccountId } from "./AccountFrame.tsx";
import { DetailsForm } from "./DetailsForm.tsx";
import { detailsQuery } from "./queries.ts";

/** What the account is called, and who its invoices are for; for its owners. */
export default function SettingsPage() {
  const { t } = useTranslation(["accounts", "layout"]);
  const accountId = useAccountId();
  const details = useQuery({ ...detailsQuery(accountId ?? 0), enabled: accountId !== null });
  if (accountId === null) return null;
  return (
    <AccountFrame>
      {details.data ? (
        <SettingsArea>
          <DetailsForm key={accountId} accountId={accountId} details={details.data} />
        </SettingsArea>
      ) : details.isError ? (
        <ErrorState
          message={reasonOf(details.error)}
          retryLabel={t("layout:retry")}
          onRetry={() => void details.refetch()}
        />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </AccountFrame>
  );
}
