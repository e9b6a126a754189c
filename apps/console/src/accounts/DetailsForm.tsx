import { DETAILS_MAX } from "@kinora/domain/accounts/details.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { AddressFields } from "../shell/fields/AddressFields.tsx";
import { detailsKey, type AccountDetails } from "./queries.ts";

/** Name and billing of an account; saved together. */
export function DetailsForm({ accountId, details }: { accountId: number; details: AccountDetails }) {
  const { t } = useTranslation("accounts");
  const client = useQueryClient();
  const required = [
    ["name", t("nameEmpty")],
    ["billing_email", t("emailEmpty")],
    ["street", t("streetEmpty")],
    ["city", t("cityEmpty")],
    ["postcode", t("postcodeEmpty")],
    ["country", t("countryEmpty")],
  ] as const;
  const form = useForm<AccountDetails>({
    saved: details,
    check: (values) =>
      Object.fromEntries(required.filter(([name]) => values[name].trim() === "").map(([name, words]) => [name, words])),
  });
  const save = useAction(api.accounts.saveAccountDetails, {
    changes: [detailsKey(accountId)],
    config: true,
    onDone({ data }) {
      client.setQueryData(detailsKey(accountId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      onSave={() => save.mutate({ account_id: accountId, ...form.values })}
    >
      <SettingGroup title={t("general")}>
        <TextInput label={t("name")} required maxLength={DETAILS_MAX.name} {...form.text("name")} />
      </SettingGroup>
      <SettingGroup title={t("billing")} text={t("billingText")}>
        <TextInput label={t("companyName")} maxLength={DETAILS_MAX.company_name} {...form.text("company_name")} />
        <TextInput label={t("billingEmail")} required type="email" {...form.text("billing_email")} />
        <TextInput label={t("vatNumber")} description={t("vatHint")} maxLength={40} {...form.text("vat_number")} />
        <AddressFields
          form={form}
          labels={{ street: t("street"), postcode: t("postcode"), city: t("city"), country: t("country") }}
        />
        <TextInput
          label={t("poNumber")}
          description={t("poHint")}
          maxLength={DETAILS_MAX.po_number}
          {...form.text("po_number")}
        />
      </SettingGroup>
    </SettingsForm>
  );
}
