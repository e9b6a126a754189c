import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { Button } from "@mantine/core";
import { IconWifiOff } from "@tabler/icons-react";
import { connection } from "../../platform/connectivity.ts";
import { useTranslation } from "../../platform/i18n.ts";

/** Replaces the page someone wanted while there is no network; it closes when the network is back. */
export function NoConnectionPage() {
  const { t } = useTranslation("layout");
  return (
    <EmptyState
      icon={<IconWifiOff size={22} stroke={1.6} />}
      title={t("noConnectionTitle")}
      action={
        <Button variant="default" onClick={() => connection.set({ blocked: false })}>
          {t("noConnectionBack")}
        </Button>
      }
    >
      {t("noConnectionText")}
    </EmptyState>
  );
}
