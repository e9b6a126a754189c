import { Button, Checkbox, Popover, Stack } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { COLUMNS } from "./columns.ts";

/** Which columns a person sees; kept for them on the server. */
export function ColumnMenu({
  columns,
  onChange,
}: {
  columns: readonly string[];
  onChange: (columns: string[]) => void;
}) {
  const { t } = useTranslation("library");
  return (
    <Popover position="bottom-end" width={190} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.6} />}>
          {t("columns")}
        </Button>
      </Popover.Target>
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
