import type { PermissionSet, Permission } from "@kinora/domain/people/permissions.ts";
import type { laterTexts } from "./texts.ts";

type Text = Exclude<keyof typeof laterTexts, "notYet">;

export interface LaterTab {
  to: string;
  label: Text;
  permission?: Permission;
}

/** A room that has its place in the console but not its pages yet. */
export interface LaterRoom {
  name: Text;
  holds: Text;
  tabs: readonly LaterTab[];
}

export const laterRooms = {
  advanced: { name: "advanced", holds: "advancedHolds", tabs: [] },
} as const satisfies Record<string, LaterRoom>;

/** The tabs a person may open; the others do not appear (spec §2). */
export const shownTabs = (room: LaterRoom, permissions: PermissionSet): LaterTab[] =>
  room.tabs.filter(({ permission }) => permission === undefined || permissions[permission]);
