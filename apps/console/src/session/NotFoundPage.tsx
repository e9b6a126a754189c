import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { Button } from "@mantine/core";
import { IconMapPinOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../platform/i18n.ts";

/** An address that leads nowhere (spec §2). */
export function NotFoundPage() {
  const { t } = useTranslation("session");
  return (
    <EmptyState
      isPage
      icon={<IconMapPinOff size={20} stroke={1.6} />}
      title={t("notFoundTitle")}
      action={
        <Button component={Link} to="/dashboard">
          {t("toDashboard")}
        </Button>
      }
    >
      {t("notFoundText")}
    </EmptyState>
  );
}
