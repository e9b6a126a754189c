import { Box, VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useStore } from "../../platform/store.ts";
import { uploadTray } from "../../platform/upload-tray.ts";
import { PlaceSwitcher } from "./PlaceSwitcher.tsx";
import { sidebarLinks, type SidebarLink } from "./sidebar-links.ts";
import { SidebarIcon } from "./SidebarIcon.tsx";
import { StorageBar } from "./StorageBar.tsx";
import { UploadRing } from "./UploadRing.tsx";
import { useLiveNow } from "./use-live-now.ts";
import { useViewer } from "./use-viewer.ts";
import styles from "./Sidebar.module.css";

/** The links of the product, by what the person may see (spec §2, §6). */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation("layout");
  const viewer = useViewer();
  const links = sidebarLinks(viewer);
  const uploads = useStore(uploadTray, ({ active }) => active);
  const live = useLiveNow(viewer.permissions.streams_view);
  const badges: Partial<Record<SidebarLink["label"], Badge>> = {
    upload: { count: uploads, label: t("uploadsUnderWay", { count: uploads }) },
    live: { count: live, label: t("onAirNow", { count: live }), live: true },
  };
  return (
    <div className={styles["sidebar"]}>
      <PlaceSwitcher />
      <nav aria-label={t("mainNavigation")} className={styles["nav"]}>
        {links.main.map((link) => (
          <SidebarItem key={link.label} link={link} onNavigate={onNavigate} badge={badges[link.label]} />
        ))}
        <SidebarGroup label="settings" links={links.settings} onNavigate={onNavigate} />
        {links.more.map((link) => (
          <SidebarItem key={link.label} link={link} onNavigate={onNavigate} />
        ))}
        {links.advanced.length > 0 ? (
          <div className={styles["advanced"]}>
            <Box component="p" className="note" fw={500} my={4} mx="xs">
              {t("advanced")}
            </Box>
            {links.advanced.map((link) => (
              <SidebarItem key={link.label} link={link} onNavigate={onNavigate} />
            ))}
          </div>
        ) : null}
      </nav>
      <StorageBar />
    </div>
  );
}

interface ItemProps {
  link: SidebarLink;
  onNavigate: (() => void) | undefined;
  badge?: Badge | undefined;
}

/** A count at the end of a link, shown while there is something to count. */
interface Badge {
  count: number;
  label: string;
  live?: boolean;
}

function SidebarItem({ link, onNavigate, badge }: ItemProps) {
  const { t } = useTranslation("layout");
  return (
    <Link
      to={link.to}
      className={styles["item"] ?? ""}
      data-link={link.label}
      onClick={() => onNavigate?.()}
      preload="intent"
    >
      {link.label === "upload" && badge !== undefined && badge.count > 0 ? (
        <UploadRing />
      ) : (
        <SidebarIcon label={link.label} />
      )}
      <span className="truncate">{t(link.label)}</span>
      {badge === undefined || badge.count === 0 ? null : (
        <span className={styles["badge"]} data-live={badge.live} title={badge.label}>
          {badge.count}
          <VisuallyHidden> {badge.label}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}

function SidebarGroup({
  label,
  links,
  onNavigate,
}: {
  label: SidebarLink["label"];
  links: SidebarLink[];
  onNavigate: (() => void) | undefined;
}) {
  const { t } = useTranslation("layout");
  const inside = useRouterState({ select: ({ location }) => location.pathname.startsWith("/settings") });
  const [opened, setOpened] = useState(false);
  if (links.length === 0) return null;
  const shown = opened || inside;
  return (
    <div>
      <button type="button" className={styles["item"]} aria-expanded={shown} onClick={() => setOpened(!shown)}>
        <SidebarIcon label={label} />
        <span className="truncate">{t(label)}</span>
        <IconChevronRight size={14} stroke={1.6} className={styles["chevron"]} aria-hidden="true" />
      </button>
      {shown ? (
        <div className={styles["children"]}>
          {links.map((link) => (
            <SidebarItem key={link.label} link={link} onNavigate={onNavigate} />
          ))}
        </div>
      ) : null}
    </div>
  );
}
