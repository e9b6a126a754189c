import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { MenuLater } from "../layout/MenuLater.tsx";
import type { FilterSubject } from "./FilterPanel.tsx";

/** The way to everything a list can be narrowed by; its fields come when somebody reaches for them. */
export function FilterMenu(props: FilterSubject) {
  const { t } = useTranslation("library");
  const active = Object.keys(props.narrowing).length;
  return (
    <MenuLater popup="dialog" subject={props} load={async () => (await import("./FilterPanel.tsx")).FilterPanel}>
      <Button variant="default" leftSection={<IconFilter size={16} stroke={1.6} />}>
        {active === 0 ? t("filters") : t("filtersActive", { count: active })}
      </Button>
    </MenuLater>
  );
}
