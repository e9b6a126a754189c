import { Button } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MenuLater } from "../layout/MenuLater.tsx";
import type { ColumnSubject } from "./ColumnPanel.tsx";

/** The way to the columns a person sees. */
export function ColumnMenu(props: ColumnSubject) {
  const { t } = useTranslation("library");
  return (
    <MenuLater popup="dialog" subject={props} load={async () => (await import("./ColumnPanel.tsx")).ColumnPanel}>
      <Button variant="default" leftSection={<IconColumns3 size={16} stroke={1.6} />}>
        {t("columns")}
      </Button>
    </MenuLater>
  );
}
