import {
  adSchedulesPart,
  adsPart,
  playersPart,
  playlistsPart,
  restrictionsPart,
} from "@kinora/contract/as-code/playback-part.ts";
import { analyticsPart, ladderPart, rolesPart, settingsPart } from "@kinora/contract/as-code/project-part.ts";
import { DEFAULT_AD_SCHEDULE, defaultAdSource } from "@kinora/domain/ads/ad-settings.ts";
import { withoutUsual } from "@kinora/domain/as-code/difference.ts";
import { TAGS_IN_FILE, type Section } from "@kinora/domain/as-code/limits.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { portableAds, portableAdSchedules } from "../ads/portable.ts";
import { portableAnalytics } from "../analytics/providers/portable.ts";
import { portablePlayers } from "../players/portable.ts";
import { portablePlaylists } from "../playlists/portable.ts";
import { portableProject } from "../projects/portable.ts";
import { portableRestrictions } from "../restrictions/portable.ts";
import { portableLadder } from "../transcoding/ladder/portable.ts";
import { portableRoles } from "../users/portable.ts";
import { portableCategories } from "../videos/labels/portable-categories.ts";
import { portableTags } from "../videos/labels/portable-tags.ts";
import { portableWebhooks } from "../webhooks/portable.ts";
import { listSection, settingsSection, type SectionPart } from "./section-parts.ts";
import { withRestriction } from "./with-restriction.ts";

/** Who may read a section, and who may change it. */
export const SECTION_RIGHTS: Readonly<
  Record<Section, { reads: readonly Permission[]; changes: Permission | "owner" }>
> = {
  settings: { reads: [], changes: "project_manage" },
  ladder: { reads: ["resolutions_view", "resolutions_manage"], changes: "resolutions_manage" },
  categories: { reads: ["categories_view", "categories_manage"], changes: "categories_manage" },
  tags: { reads: ["tags_view", "tags_manage"], changes: "tags_manage" },
  roles: { reads: ["users_view"], changes: "owner" },
  players: { reads: ["player_view", "player_manage"], changes: "player_manage" },
  playlists: { reads: ["player_view", "playlist_manage"], changes: "playlist_manage" },
  ads: { reads: ["ads_view", "ads_manage"], changes: "ads_manage" },
  ad_schedules: { reads: ["ads_view", "ads_manage"], changes: "ads_manage" },
  restrictions: { reads: ["referrer_restrictions_view", "restrictions_manage"], changes: "restrictions_manage" },
  analytics: { reads: ["ga_view", "ga_manage"], changes: "ga_manage" },
  webhooks: { reads: ["webhooks_view", "webhooks_manage"], changes: "webhooks_manage" },
};

const byName = ({ name }: { name: string }) => name;
const lowerName = ({ name }: { name: string }) => name.toLowerCase();
const byTitle = ({ title }: { title: string }) => title;

const usualSettings = settingsPart.parse({});
const usualAnalytics = analyticsPart.parse({});
const usualLadder = ladderPart.parse({});
const usualAds = { ...adsPart.parse({}), name: DEFAULT_AD_SCHEDULE };
const usualBreak = { ...defaultAdSource, at: 0 };
const named = "x";

/** The ads of a schedule as a file has them: what is as usual is left out. */
const adsToFile =
  (usual: Record<string, unknown>) =>
  (ads: Record<string, unknown> & { breaks: readonly Readonly<Record<string, unknown>>[] }) =>
    withoutUsual({ ...ads, breaks: ads.breaks.map((each) => withoutUsual(each, usualBreak)) }, usual);

/** What a thing with nothing but a name is. */
function usualOf(parsed: readonly object[], key: "name" | "title"): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parsed[0] ?? {}).filter(([name]) => name !== key));
}
const usualRole = usualOf(rolesPart.parse([{ title: named }]), "title");
const usualPlayer = { ...usualOf(playersPart.parse([{ title: named }]), "title"), default: false };
const usualProfile = usualOf(restrictionsPart.parse([{ name: named }]), "name");
const usualSchedule = usualOf(adSchedulesPart.parse([{ name: named }]), "name");
const usualWebhook = { url: null, inbox: false, categories: [], headers: [], enabled: true };
const usualPlaylist = Object.fromEntries(
  (["manual", "smart", "channel"] as const).map((type) => [
    type,
    { ...usualOf(playlistsPart.parse([{ name: named, type }]), "name"), type: "manual" },
  ]),
);

/** Every section, in the order in which they are applied: what is referred to before what refers to it. */
export const sections: readonly SectionPart[] = [
  listSection({
    section: "restrictions",
    portable: portableRestrictions,
    inDocument: ({ restrictions }) => restrictions,
    keyOf: lowerName,
    nameOf: byName,
    toFile: (profile) => withoutUsual(profile, usualProfile),
  }),
  listSection({
    section: "categories",
    portable: withRestriction(portableCategories, "category"),
    inDocument: ({ categories }) => categories,
    keyOf: lowerName,
    nameOf: byName,
    toFile: (category) => withoutUsual(category, { active: true }),
  }),
  listSection({
    section: "tags",
    portable: portableTags,
    inDocument: ({ tags }) => tags?.map((name) => ({ name })),
    keyOf: lowerName,
    nameOf: byName,
    toFile: byName,
    most: TAGS_IN_FILE,
    atOnce: true,
  }),
  listSection({
    section: "roles",
    portable: portableRoles,
    inDocument: ({ roles }) => roles,
    keyOf: byTitle,
    nameOf: byTitle,
    toFile: (role) => withoutUsual(role, usualRole),
  }),
  settingsSection({
    section: "ads",
    portable: portableAds,
    inDocument: ({ ads }) => ads,
    toFile: adsToFile(usualAds),
  }),
  listSection({
    section: "ad_schedules",
    portable: portableAdSchedules,
    inDocument: ({ ad_schedules: schedules }) => schedules,
    keyOf: lowerName,
    nameOf: byName,
    toFile: adsToFile(usualSchedule),
  }),
  listSection({
    section: "players",
    portable: portablePlayers,
    inDocument: ({ players }) => players,
    keyOf: byTitle,
    nameOf: byTitle,
    toFile: (player) => withoutUsual(player, usualPlayer),
    // The default player cannot be removed, and another may be made the default by this file.
    removesLast: true,
  }),
  settingsSection({
    section: "ladder",
    portable: portableLadder,
    inDocument: ({ ladder }) => ladder,
    toFile: (ladder) => withoutUsual(ladder, usualLadder),
  }),
  listSection({
    section: "playlists",
    portable: withRestriction(portablePlaylists, "playlist"),
    inDocument: ({ playlists }) => playlists,
    // A playlist keeps its type: one of another type is another one.
    keyOf: ({ name, type }) => `${type} ${name}`,
    nameOf: byName,
    toFile: (playlist) => withoutUsual(playlist, usualPlaylist[playlist.type] ?? {}),
  }),
  settingsSection({
    section: "analytics",
    portable: portableAnalytics,
    inDocument: ({ analytics }) => analytics,
    toFile: (settings) => withoutUsual(settings, usualAnalytics),
  }),
  listSection({
    section: "webhooks",
    portable: portableWebhooks,
    inDocument: ({ webhooks }) => webhooks,
    keyOf: ({ name, inbox }) => `${inbox ? "inbox" : "url"} ${name}`,
    nameOf: byName,
    toFile: (webhook) => withoutUsual(webhook, usualWebhook),
  }),
  settingsSection({
    section: "settings",
    portable: portableProject,
    inDocument: ({ settings }) => settings,
    toFile: (settings) => withoutUsual(settings, usualSettings),
  }),
];
