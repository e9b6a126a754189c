import { Drawer } from "@kinora/ui/floats.ts";
import { Box, CloseButton } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { Clock } from "./Clock.tsx";
import { Sidebar } from "./Sidebar.tsx";
import styles from "./AppLayout.module.css";

/** The sidebar on a narrow screen (spec §2: below 840 px, 216 wide). */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("layout");
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={216}>
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content aria-label={t("mainNavigation")} className={styles["drawer"] ?? ""}>
        <div className={styles["drawerHead"]}>
          <CloseButton size={30} aria-label={t("closeNavigation")} onClick={onClose} />
          <Clock />
        </div>
        <Box flex={1} mih={0}>
          <Sidebar onNavigate={onClose} />
        </Box>
      </Drawer.Content>
    </Drawer.Root>
  );
}
