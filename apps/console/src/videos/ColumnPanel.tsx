import { Checkbox, Popover, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { MenuParts } from "../layout/MenuLater.tsx";
import { COLUMNS } from "./columns.ts";

export interface ColumnSubject {
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}

/** Which columns a person sees; kept for them on the server. */
export function ColumnPanel({
  subject: { columns, onChange },
  target,
  opened,
  onChange: onOpened,
}: MenuParts & { subject: ColumnSubject }) {
  const { t } = useTranslation("library");
  return (
    <Popover position="bottom-end" width={190} trapFocus opened={opened} onChange={onOpened}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          {COLUMNS.map((column) => (
            <Checkbox
              key={column}
              size="xs"
              label={t(`column_${column}`)}
              checked={columns.includes(column)}
              onChange={(event) =>
                onChange(
                  COLUMNS.filter((each) => (each === column ? event.currentTarget.checked : columns.includes(each))),
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
