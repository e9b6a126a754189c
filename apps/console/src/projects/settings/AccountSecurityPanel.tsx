import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { reasonOf } from "../../platform/problem.ts";
import { useAction } from "../../platform/use-action.ts";
import { accountSecurityKey, accountSecurityQuery } from "../queries.ts";

/** Whether the account demands a second factor of its people; for its owners. */
export function AccountSecurityPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation(["projects", "layout"]);
  const security = useQuery(accountSecurityQuery(accountId));
  const change = useAction(
    (required: boolean) => api.owners.setAccountSecurity({ account_id: accountId, second_factor_required: required }),
    { changes: [accountSecurityKey(accountId)] },
  );
  if (security.isError)
    return (
      <ErrorState
        message={reasonOf(security.error)}
        retryLabel={t("layout:retry")}
        onRetry={() => void security.refetch()}
      />
    );
  if (!security.data) return null;
  const { second_factor_required: required, people, without_second_factor: without } = security.data;
  const turn = (next: boolean) => {
    if (!next || without === 0) return change.mutate(next);
    const question = {
      title: t("requireFactor"),
      text: t("requireFactorSure", { count: without }),
      yes: t("requireFactorYes"),
      danger: false,
    };
    void change.mutateAfter(question, next);
  };
  return (
    <SettingGroup title={t("accountSecurity")} text={t("accountSecurityText")}>
      <Switch
        label={t("requireFactor")}
        description={without === 0 ? t("factorAll", { count: people }) : t("factorWithout", { without, count: people })}
        checked={required}
        disabled={change.isPending}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
    </SettingGroup>
  );
}
