import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconHammer } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

/** Says plainly that a page of superusers is not there yet. */
export default function LaterPage() {
  const { t } = useTranslation("later");
  return (
    <>
      <PageHeader title={t("advanced")} />
      <EmptyState icon={<IconHammer size={22} stroke={1.6} />} title={t("notYet")}>
        {t("byThen")}
      </EmptyState>
    </>
  );
}
