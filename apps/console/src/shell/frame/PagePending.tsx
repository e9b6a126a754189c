import { Group, Loader } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";

/** Shown when a page takes longer than a moment to arrive. */
export function PagePending() {
  const { t } = useTranslation("layout");
  return (
    <Group gap={0} wrap="nowrap" justify="center" mih="60dvh" role="status" aria-label={t("loading")}>
      <Loader size={24} />
    </Group>
  );
}
