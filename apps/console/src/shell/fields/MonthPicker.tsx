import { monthAfter } from "@kinora/domain/billing/months.ts";
import { formatMonth } from "@kinora/ui/moments.ts";
import { ActionIcon, Group } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "../../platform/i18n.ts";

const ICON = { size: 16, stroke: 1.6 };

/** A month and the ways to its neighbours, up to the newest one that makes sense. */
export function MonthPicker({
  month,
  newest,
  onChange,
}: {
  month: string;
  newest: string;
  onChange: (month: string) => void;
}) {
  const { t } = useTranslation("layout");
  return (
    <Group gap="xs">
      <ActionIcon variant="default" aria-label={t("previousMonth")} onClick={() => onChange(monthAfter(month, -1))}>
        <IconChevronLeft {...ICON} />
      </ActionIcon>
      <strong aria-live="polite">{formatMonth(month)}</strong>
      <ActionIcon
        variant="default"
        aria-label={t("nextMonth")}
        disabled={month >= newest}
        onClick={() => onChange(monthAfter(month, 1))}
      >
        <IconChevronRight {...ICON} />
      </ActionIcon>
    </Group>
  );
}
