import type { PermissionSet } from "@kinora/domain/people/permissions.ts";

/** What decides which links a person sees (spec §6). */
export interface SidebarViewer {
  permissions: PermissionSet;
  /** The account has at least one project. */
  hasProjects: boolean;
  /** Owns the current account. */
  owner: boolean;
  superuser: boolean;
}

/** The texts of the links, by key. */
export type SidebarLabel =
  | "dashboard"
  | "onboarding"
  | "upload"
  | "video"
  | "live"
  | "player"
  | "playlist"
  | "analytics"
  | "settings"
  | "users"
  | "account"
  | `settings${"Project" | "Ads" | "Restrictions" | "Webhooks" | "Analytics" | "Api"}`
  | `advanced${"Logs" | "Videos" | "Pricing" | "Invoices" | "Transcoding" | "Manage" | "Users" | "Projects" | "Accounts" | "Permissions"}`;

export interface SidebarLink {
  to: string;
  label: SidebarLabel;
}

export interface SidebarLinks {
  main: SidebarLink[];
  settings: SidebarLink[];
  more: SidebarLink[];
  advanced: SidebarLink[];
}

type Rule = SidebarLink & { when: (viewer: SidebarViewer) => boolean };

const always = () => true;

const MAIN: readonly Rule[] = [
  { to: "/dashboard", label: "dashboard", when: ({ hasProjects }) => hasProjects },
  { to: "/dashboard", label: "onboarding", when: ({ hasProjects }) => !hasProjects },
  { to: "/upload", label: "upload", when: ({ permissions }) => permissions.video_add },
  { to: "/video", label: "video", when: ({ permissions }) => permissions.video_view },
  { to: "/live", label: "live", when: ({ permissions }) => permissions.streams_view },
  { to: "/player", label: "player", when: ({ permissions }) => permissions.player_view },
  {
    to: "/playlist",
    label: "playlist",
    when: ({ permissions, hasProjects }) => permissions.player_view && hasProjects,
  },
  { to: "/analytics", label: "analytics", when: ({ permissions }) => permissions.analytics_view },
];

const SETTINGS: readonly Rule[] = [
  { to: "/settings/project", label: "settingsProject", when: ({ hasProjects }) => hasProjects },
  { to: "/settings/ads", label: "settingsAds", when: ({ permissions }) => permissions.ads_view },
  {
    to: "/settings/restrictions",
    label: "settingsRestrictions",
    when: ({ permissions }) => permissions.referrer_restrictions_view,
  },
  { to: "/settings/webhooks", label: "settingsWebhooks", when: ({ permissions }) => permissions.webhooks_view },
  { to: "/settings/analytics", label: "settingsAnalytics", when: ({ permissions }) => permissions.ga_view },
  { to: "/settings/api", label: "settingsApi", when: ({ permissions }) => permissions.api_view },
];

const MORE: readonly Rule[] = [
  { to: "/users", label: "users", when: ({ permissions }) => permissions.users_view },
  { to: "/account", label: "account", when: ({ owner }) => owner },
];

const ADVANCED: readonly Rule[] = [
  { to: "/advanced/logs", label: "advancedLogs", when: always },
  { to: "/advanced/videos", label: "advancedVideos", when: always },
  { to: "/advanced/pricing", label: "advancedPricing", when: always },
  { to: "/advanced/invoices", label: "advancedInvoices", when: always },
  { to: "/advanced/transcoding", label: "advancedTranscoding", when: always },
  { to: "/advanced/manage", label: "advancedManage", when: always },
  { to: "/advanced/users", label: "advancedUsers", when: always },
  { to: "/advanced/projects", label: "advancedProjects", when: always },
  { to: "/advanced/accounts", label: "advancedAccounts", when: always },
  { to: "/advanced/permissions", label: "advancedPermissions", when: always },
];

/** The name of the page that a path opens, as its link in the sidebar says it; null for a page without one. */
export const pageLabel = (path: string): SidebarLabel | null =>
  [...MAIN, ...SETTINGS, ...MORE, ...ADVANCED].find(({ to }) => new RegExp(`^${to}(?:[/?#]|$)`).test(path))?.label ??
  null;

/** The links a person sees, in the order of the specification (§2, §6). */
export function sidebarLinks(viewer: SidebarViewer): SidebarLinks {
  const shown = (rules: readonly Rule[]) =>
    rules.filter(({ when }) => when(viewer)).map(({ to, label }) => ({ to, label }));
  return {
    main: shown(MAIN),
    settings: shown(SETTINGS),
    more: shown(MORE),
    advanced: viewer.superuser ? shown(ADVANCED) : [],
  };
}
