import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { Later } from "../shell/menus/Later.tsx";

const CloseAccountDialog = lazyPart(async () => (await import("./CloseAccountDialog.tsx")).CloseAccountDialog);

/** Closing the account: for its owners, who type its name. */
export function CloseAccountRow({ accountId, name }: { accountId: number; name: string }) {
  const { t } = useTranslation("accounts");
  const [opened, setOpened] = useState(false);
  const standing = useStore(session, ({ config }) => config?.standing?.status ?? null);
  const text = {
    closing: t("closedAlready"),
    suspended: t("closeSuspended"),
  };
  return (
    <SettingGroup title={t("dangerZone")}>
      <DangerRow
        title={t("closeAccount")}
        text={standing === null ? t("closeAccountText", { days: CLOSED_DAYS }) : text[standing]}
        onAct={standing === null ? () => setOpened(true) : undefined}
      />
      <Later when={opened}>
        <CloseAccountDialog accountId={accountId} name={name} opened={opened} onClose={() => setOpened(false)} />
      </Later>
    </SettingGroup>
  );
}
