import { CLOSED_DAYS } from "@kinora/domain/accounts/closing.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";

interface CloseAccountDialogProps {
  accountId: number;
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the account's name, and says what stops now and what is deleted when. */
export function CloseAccountDialog({ accountId, name, opened, onClose }: CloseAccountDialogProps) {
  const { t } = useTranslation("accounts");
  const [typed, setTyped] = useState("");
  const leave = () => {
    setTyped("");
    onClose();
  };
  const close = useAction(() => api.accounts.closeAccount({ account_id: accountId, name: typed.trim() }), {
    changes: [],
    config: true,
    failure: t("accountNotClosed"),
    onDone: leave,
  });
  return (
    <FormDialog
      opened={opened}
      title={t("closeAccountTitle", { name })}
      submit={t("closeAccount")}
      danger
      ready={typed.trim() === name}
      saving={close.isPending}
      onSubmit={() => close.mutate(undefined)}
      onClose={leave}
    >
      <Text>{t("closeAccountNow")}</Text>
      <Text>{t("closeAccountLater", { days: CLOSED_DAYS })}</Text>
      <TextInput
        label={t("typeName", { name })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
