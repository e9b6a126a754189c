import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Text } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { CompanyFields, ExchangeFields, NumberFields, PaymentField } from "./CompanyFields.tsx";
import { sellersKey, type Seller } from "./queries.ts";
import { readSeller, sellerFields, typedSeller, useSellerCheck, type TypedSeller } from "./seller-form.ts";

/** A company that sends invoices beside that of the settings. @param seller null for a new one. */
export function OtherSellerDialog({ seller, onClose }: { seller: Seller | null; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const check = useSellerCheck();
  const form = useForm<TypedSeller>({ saved: typedSeller(seller ?? undefined), version: seller?.version, check });
  const shared = {
    changes: [sellersKey],
    failure: t("sellerNotSaved"),
    onDone: onClose,
    onProblem: ({ fields }: { fields: Record<string, string[]> }) => form.refuse(sellerFields(fields)),
  };
  const create = useAction(api.billing.createSeller, shared);
  const change = useAction(api.billing.changeSeller, { ...shared, stored: { queryKey: sellersKey, show: onClose } });
  return (
    <FormDialog
      title={seller === null ? t("newSeller") : t("editPlan", { name: seller.seller.name })}
      submit={t(seller === null ? "createSeller" : "save")}
      size={560}
      form={form}
      saving={create.isPending || change.isPending}
      onSubmit={() => {
        const settings = readSeller(form.values);
        if (seller === null) create.mutate(settings);
        else change.mutate({ seller_id: seller.id, version: form.version, ...settings });
      }}
      onClose={onClose}
    >
      <Text className="muted">{t("otherSellerText")}</Text>
      <CompanyFields form={form} />
      <NumberFields form={form} />
      <PaymentField form={form} />
      <ExchangeFields form={form} />
    </FormDialog>
  );
}
