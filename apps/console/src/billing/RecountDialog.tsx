import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { useAction } from "../platform/use-action.ts";
import { MonthPicker } from "../shell/fields/MonthPicker.tsx";
import { pricingKey } from "./queries.ts";
import { thisMonth } from "./today.ts";

/** Counts the days of a month again from their sources, and says how many came out differently. */
export function RecountDialog({ accountId, onClose }: { accountId: number; onClose: () => void }) {
  const { t } = useTranslation("billing");
  const newest = thisMonth();
  const [month, setMonth] = useState(newest);
  const recount = useAction(api.billing.recountUsage, {
    changes: [pricingKey(accountId)],
    failure: t("notRecounted"),
    silent: true,
  });
  const differences = recount.data?.data;
  return (
    <FormDialog
      title={t("recount")}
      submit={t("recount")}
      saving={recount.isPending}
      onSubmit={() => recount.mutate({ account_id: accountId, month })}
      onClose={onClose}
    >
      <Text>{t("recountText")}</Text>
      <MonthPicker month={month} newest={newest} onChange={setMonth} />
      <Text role="status">
        {differences === undefined
          ? null
          : differences.length === 0
            ? t("recountSame")
            : t("recountDiffers", { count: differences.length })}
      </Text>
    </FormDialog>
  );
}
