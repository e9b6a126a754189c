import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { limitInBytes } from "../../shell/fields/gigabytes.ts";
import { accountsKey } from "../queries.ts";

const EMPTY = { name: "", owner_email: "", storage_limit_bytes: "" };

/** Creates an account for a person of the installation. */
export function NewAccountDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("advanced");
  const form = useForm({
    saved: EMPTY,
    check: ({ name, owner_email: email, storage_limit_bytes: limit }): Record<string, string> => ({
      ...(name.trim() === "" ? { name: t("nameEmpty") } : {}),
      ...(email.trim() === "" ? { owner_email: t("emailEmpty") } : {}),
      ...(limitInBytes(limit) === undefined ? { storage_limit_bytes: t("limitWrong") } : {}),
    }),
  });
  const create = useAction(api.advanced.createAccount, {
    changes: [accountsKey],
    failure: t("accountNotCreated"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <FormDialog
      title={t("newAccount")}
      submit={t("createAccount")}
      form={form}
      saving={create.isPending}
      onSubmit={() => {
        const { name, owner_email, storage_limit_bytes: limit } = form.values;
        create.mutate({ name: name.trim(), owner_email, storage_limit_bytes: limitInBytes(limit) ?? null });
      }}
      onClose={onClose}
    >
      <TextInput label={t("accountName")} required maxLength={100} data-autofocus {...form.text("name")} />
      <TextInput
        label={t("ownerEmail")}
        description={t("ownerEmailText")}
        required
        type="email"
        {...form.text("owner_email")}
      />
      <TextInput
        label={t("storageLimit")}
        description={t("storageLimitText")}
        {...inUnit("GB")}
        {...form.text("storage_limit_bytes")}
      />
    </FormDialog>
  );
}
