import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { accountSecurityKey, accountSecurityQuery } from "../queries.ts";

/** What the account demands of its people, beside the password and before keys are shown; for its owners. */
export function AccountSecurityPanel({ accountId }: { accountId: number }) {
  const { t } = useTranslation("projects");
  const security = useQuery(accountSecurityQuery(accountId));
  const change = useAction(
    (demands: { second_factor_required: boolean } | { keys_need_proof: boolean }) =>
      api.owners.setAccountSecurity({ account_id: accountId, ...demands }),
    { changes: [accountSecurityKey(accountId)] },
  );
  if (security.isError) return <QueryProblem query={security} />;
  if (!security.data) return null;
  const { second_factor_required: required, people, without_second_factor: without, keys_need_proof } = security.data;
  const turn = (next: boolean) => {
    const demand = { second_factor_required: next };
    if (!next || without === 0) return change.mutate(demand);
    const question = {
      title: t("requireFactor"),
      text: t("requireFactorSure", { count: without }),
      yes: t("requireFactorYes"),
      danger: false,
    };
    void change.mutateAfter(question, demand);
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
      <Switch
        label={t("keysNeedProof")}
        description={t("keysNeedProofText")}
        checked={keys_need_proof}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ keys_need_proof: event.currentTarget.checked })}
      />
    </SettingGroup>
  );
}
