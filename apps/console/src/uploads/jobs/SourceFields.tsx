import { KEPT_DAYS, type BucketKeys } from "@kinora/domain/imports/imports.ts";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { ArchiveField } from "./ArchiveField.tsx";
import type { NewImport } from "./new-import.ts";

/** Where the source of an import is, and what reading it takes. */
export function SourceFields({ form }: { form: Form<NewImport> }) {
  const { t } = useTranslation("importJobs");
  const { kind } = form.values;
  if (kind === "archive") return <ArchiveField form={form} />;
  return (
    <>
      <TextInput
        label={t(`address_${kind}`)}
        description={t(`addressHint_${kind}`)}
        required
        data-autofocus
        inputMode="url"
        spellCheck={false}
        {...form.text("source")}
      />
      {kind === "bucket" ? <BucketFields form={form} /> : null}
    </>
  );
}

function BucketFields({ form }: { form: Form<NewImport> }) {
  const { t } = useTranslation("importJobs");
  const { keys } = form.values;
  const field = (name: keyof BucketKeys) => ({
    name: `keys.${name}`,
    required: true,
    spellCheck: false,
    value: keys[name],
    error: form.errorAt(`keys.${name}`),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.edit({ keys: { ...keys, [name]: currentTarget.value } }),
  });
  return (
    <>
      <TextInput label={t("region")} {...field("region")} />
      <TextInput label={t("accessKey")} autoComplete="off" {...field("access_key_id")} />
      <PasswordInput
        label={t("secretKey")}
        description={t("secretKeyHint", { days: KEPT_DAYS })}
        autoComplete="new-password"
        {...field("secret_access_key")}
      />
    </>
  );
}
