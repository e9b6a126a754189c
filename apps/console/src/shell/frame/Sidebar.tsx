import { STREAM_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import { Box, VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { liveCapacityQuery } from "../../platform/live.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { uploadTray } from "../../platform/upload-tray.ts";
import { useAnnounced } from "../../platform/use-announced.ts";
import { PlaceSwitcher } from "./PlaceSwitcher.tsx";
import { sidebarLinks, type SidebarLink } from "./sidebar-links.ts";
import { SidebarIcon } from "./SidebarIcon.tsx";
import { StorageBar } from "./StorageBar.tsx";
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

const RADIUS = 6.25;
const ROUND = 2 * Math.PI * RADIUS;

/** How far the uploads under way are, in place of their link's icon. */
function UploadRing() {
  const percent = useStore(uploadTray, (tray) => tray.percent);
  return (
    <svg className={styles["ring"]} width={16} height={16} viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r={RADIUS} />
      <circle cx="8" cy="8" r={RADIUS} strokeDasharray={`${(ROUND * percent) / 100} ${ROUND}`} />
    </svg>
  );
}

/** How many livestreams of the current project are on air; 0 while it is not known. */
function useLiveNow(allowed: boolean): number {
  const client = useQueryClient();
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const asked = allowed ? projectId : null;
  useAnnounced(asked, STREAM_CHANGED_EVENT, (id) => {
    void client.invalidateQueries({ queryKey: liveCapacityQuery(id).queryKey });
  });
  return useQuery({ ...liveCapacityQuery(asked ?? 0), enabled: asked !== null }).data?.live_now ?? 0;
}
