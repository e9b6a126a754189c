import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "../platform/i18n.ts";
import type { Config } from "../platform/session.ts";
import styles from "./Dashboard.module.css";

/** For members who have no project: whom to ask. */
export function AskOwner({ config }: { config: Config }) {
  const { t } = useTranslation("dashboard");
  const account = config.accounts.find(({ id }) => id === config.account_id);
  const icon = <IconUsers size={22} stroke={1.6} />;
  if (!account) {
    return (
      <EmptyState icon={icon} title={t("noAccountTitle")}>
        {t("noAccountText")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={t("askOwnerTitle")}>
      {t("askOwnerText", { account: account.name })}
      <ul className={styles["owners"]} aria-label={t("owners")}>
        {config.owners.map(({ first_name, last_name }) => (
          <li key={`${first_name} ${last_name}`}>{`${first_name} ${last_name}`.trim()}</li>
        ))}
      </ul>
    </EmptyState>
  );
}
