import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import { Suspense } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { accountsKey } from "../queries.ts";
import { ReasonDialog } from "../ReasonDialog.tsx";
import type { Opened } from "./account-menu.tsx";
import { LimitsDialog } from "./LimitsDialog.tsx";

const NoteDialog = lazyPart(async () => (await import("./NoteDialog.tsx")).NoteDialog);
const FeaturesDialog = lazyPart(async () => (await import("./FeaturesDialog.tsx")).FeaturesDialog);

export function AccountDialogs({ what, account, onClose }: Opened & { onClose: () => void }) {
  const { t } = useTranslation("advanced");
  if (what === "features")
    return (
      <Suspense fallback={null}>
        <FeaturesDialog account={account} onClose={onClose} />
      </Suspense>
    );
  if (what === "note")
    return (
      <Suspense fallback={null}>
        <NoteDialog account={account} onClose={onClose} />
      </Suspense>
    );
  if (what === "limits") return <LimitsDialog account={account} onClose={onClose} />;
  if (what === "close")
    return (
      <ReasonDialog
        title={t("closeTitle", { name: account.name })}
        text={t("closeText", { days: CLOSED_DAYS })}
        submit={t("close")}
        failure={t("accountNotChanged")}
        changes={[accountsKey]}
        call={(reason) => api.advanced.closeAccount({ account_id: account.id, reason })}
        onClose={onClose}
      />
    );
  return (
    <ReasonDialog
      title={t("suspendTitle", { name: account.name })}
      text={t("suspendText")}
      submit={t("suspend")}
      failure={t("accountNotChanged")}
      changes={[accountsKey]}
      call={(reason) => api.advanced.suspendAccount({ account_id: account.id, reason })}
      onClose={onClose}
    />
  );
}
