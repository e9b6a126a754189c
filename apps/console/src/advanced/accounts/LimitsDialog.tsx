import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { limitInBytes, limitInGigabytes } from "../../shell/fields/gigabytes.ts";
import { accountsKey, type InstallationAccount } from "../queries.ts";

/** How much an account may store. */
export function LimitsDialog({ account, onClose }: { account: InstallationAccount; onClose: () => void }) {
  const { t } = useTranslation("advanced");
  const form = useForm({
    saved: { storage_limit_bytes: limitInGigabytes(account.storage_limit_bytes) },
    check: ({ storage_limit_bytes: typed }): Record<string, string> =>
      limitInBytes(typed) === undefined ? { storage_limit_bytes: t("limitWrong") } : {},
  });
  const save = useAction(api.advanced.limitAccount, {
    changes: [accountsKey],
    failure: t("accountNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("limitsTitle", { name: account.name })}
      submit={t("save")}
      form={form}
      saving={save.isPending}
      onSubmit={() =>
        save.mutate({
          account_id: account.id,
          storage_limit_bytes: limitInBytes(form.values.storage_limit_bytes) ?? null,
        })
      }
      onClose={onClose}
    >
      <TextInput
        label={t("storageLimit")}
        description={t("storageLimitText")}
        data-autofocus
        {...inUnit("GB")}
        {...form.text("storage_limit_bytes")}
      />
    </FormDialog>
  );
}
