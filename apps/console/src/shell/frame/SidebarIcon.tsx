import {
  IconActivity,
  IconBroadcast,
  IconBuilding,
  IconChecklist,
  IconHome,
  IconPlayerPlay,
  IconPlaylist,
  IconSettings,
  IconUpload,
  IconUsers,
  IconVideo,
  type Icon,
} from "@tabler/icons-react";
import type { SidebarLink } from "./sidebar-links.ts";

const ICONS: Partial<Record<SidebarLink["label"], Icon>> = {
  dashboard: IconHome,
  onboarding: IconChecklist,
  upload: IconUpload,
  video: IconVideo,
  live: IconBroadcast,
  player: IconPlayerPlay,
  playlist: IconPlaylist,
  analytics: IconActivity,
  settings: IconSettings,
  users: IconUsers,
  account: IconBuilding,
};

/** The picture of a sidebar link; links of a group have none. */
export function SidebarIcon({ label }: { label: SidebarLink["label"] }) {
  const Picture = ICONS[label];
  return Picture ? <Picture size={16} stroke={1.6} aria-hidden="true" /> : null;
}
