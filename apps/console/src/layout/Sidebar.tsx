import { IconChevronRight } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "../platform/store.ts";
import { uploadBadge, uploadTray } from "../platform/uploadTray.ts";
import { PlaceSwitcher } from "./PlaceSwitcher.tsx";
import { SidebarIcon } from "./SidebarIcon.tsx";
import { sidebarLinks, type SidebarLink } from "./sidebarLinks.ts";
import { StorageBar } from "./StorageBar.tsx";
import { useViewer } from "./useViewer.ts";
import styles from "./Sidebar.module.css";

/** The links of the product, by what the person may see (spec §2, §6). */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation("layout");
  const links = sidebarLinks(useViewer());
  const uploads = useStore(uploadTray, uploadBadge);
  return (
    <div className={styles["sidebar"]}>
      <PlaceSwitcher />
      <nav aria-label={t("mainNavigation")} className={styles["nav"]}>
        {links.main.map((link) => (
          <SidebarItem
            key={link.label}
            link={link}
            onNavigate={onNavigate}
            badge={link.to === "/upload" ? uploads : 0}
          />
        ))}
        <SidebarGroup label="settings" links={links.settings} onNavigate={onNavigate} />
        {links.more.map((link) => (
          <SidebarItem key={link.label} link={link} onNavigate={onNavigate} />
        ))}
        {links.advanced.length > 0 ? (
          <div className={styles["advanced"]}>
            <p className={styles["heading"]}>{t("advanced")}</p>
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
  badge?: number;
}

function SidebarItem({ link, onNavigate, badge = 0 }: ItemProps) {
  const { t } = useTranslation("layout");
  return (
    <Link to={link.to} className={styles["item"] ?? ""} onClick={() => onNavigate?.()} preload="intent">
      <SidebarIcon label={link.label} />
      <span className="truncate">{t(link.label)}</span>
      {badge > 0 ? <span className={styles["badge"]}>{badge}</span> : null}
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
