import { personName } from "@kinora/ui/kit/people.ts";
import type { QueryKey } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { Heir } from "./KeysField.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { ownerKeysQuery } from "./leaving-queries.ts";

interface EndOwnershipDialogProps {
  accountId: number;
  owner: Heir;
  changes: readonly QueryKey[];
  onClose: () => void;
}

/** Asks before an ownership ends, with what becomes of the API keys that only an owner may have. */
export function EndOwnershipDialog({ accountId, owner, changes, onClose }: EndOwnershipDialogProps) {
  const { t } = useTranslation("keysLeft");
  const name = personName(owner);
  return (
    <LeaveDialog
      accountId={accountId}
      userId={owner.id}
      title={t("endOwnershipTitle", { name })}
      text={t("endOwnershipText", { name })}
      submit={t("endOwnership")}
      keys={ownerKeysQuery(accountId, owner.id)}
      leave={(keysTo) => api.owners.removeOwner({ account_id: accountId, user_id: owner.id, ...keysTo })}
      changes={changes}
      failure={t("ownersNotChanged")}
      config
      onClose={onClose}
    />
  );
}
