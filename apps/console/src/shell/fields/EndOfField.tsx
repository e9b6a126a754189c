import { CloseButton, Loader } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";

/** The end of the field: that it waits, or a way to empty it. */
export function EndOfField({ waiting, onClear }: { waiting: boolean; onClear?: () => void }) {
  const { t } = useTranslation("layout");
  if (waiting) return <Loader size={14} aria-label={t("loading")} />;
  if (!onClear) return null;
  return (
    <CloseButton size="xs" aria-label={t("clear")} onMouseDown={(event) => event.preventDefault()} onClick={onClear} />
  );
}
