import { Drawer } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface PublicDrawerProps {
  opened: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The menu of the public pages on a narrow screen (spec §9). */
export function PublicDrawer({ opened, onClose, children }: PublicDrawerProps) {
  const { t } = useTranslation("session");
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={216}
      title="Kinora"
      closeButtonProps={{ "aria-label": t("closeMenu") }}
    >
      {children}
    </Drawer>
  );
}
