/** The rooms of the console. A folder of apps/console/src that is none of these carries them. */
export const consoleRooms = [
  "session",
  "dashboard",
  "uploads",
  "videos",
  "live",
  "playlists",
  "players",
  "restrictions",
  "analytics",
  "ads",
  "users",
  "projects",
  "as-code",
  "webhooks",
  "api-keys",
  "billing",
  "accounts",
  "advanced",
] as const;

type ConsoleRoom = (typeof consoleRooms)[number];

/** The folders of apps/console/src that carry the rooms. */
export const consoleFoundations = ["platform", "shell", "testing"] as const;

/** A room's public files and the other rooms that show them. */
export interface ConsoleNeighbour {
  from: readonly ConsoleRoom[];
  /** The files they may import, from apps/console/src. */
  to: readonly `${ConsoleRoom}/${string}`[];
  why: string;
}

/** Every reviewed import from a room of the console to another. Must stay without circles. */
export const consoleNeighbours: readonly ConsoleNeighbour[] = [
  {
    from: ["videos", "live"],
    to: ["analytics/reports/ItemReport.tsx", "analytics/reports/reports-texts.ts"],
    why: "a tab of a video or livestream shows its reports",
  },
  {
    from: ["videos", "live", "playlists"],
    to: ["restrictions/applied/RestrictionPanel.tsx"],
    why: "a video, livestream or playlist shows the restriction that applies to it",
  },
  {
    from: ["videos", "live"],
    to: ["restrictions/records/Denials.tsx"],
    why: "a tab of a video or livestream shows its refused requests",
  },
  {
    from: ["videos", "playlists", "players"],
    to: ["restrictions/embeds/EmbedPages.tsx"],
    why: "a video, playlist or player shows the pages that embed it",
  },
  {
    from: ["advanced"],
    to: ["restrictions/applied/AppliedRestriction.tsx"],
    why: "superusers see which restriction an embed meets",
  },
  {
    from: ["videos", "live", "playlists", "advanced"],
    to: ["players/PlayerSelect.tsx", "players/player-options.ts"],
    why: "an embed code names one of the project's players",
  },
  {
    from: ["videos"],
    to: ["playlists/add/AddToPlaylistButton.tsx", "playlists/add/add-texts.ts"],
    why: "videos are added to a playlist from their list and page",
  },
  { from: ["dashboard"], to: ["live/list/OnAirCards.tsx"], why: "the dashboard shows the livestreams on air" },
  {
    from: ["dashboard", "uploads", "advanced"],
    to: ["videos/VideoStatus.tsx"],
    why: "a video's status looks the same wherever the video is listed",
  },
  {
    from: ["dashboard"],
    to: ["videos/library/RowTaskDialog.tsx", "videos/video/detail-texts.ts"],
    why: "the file of a failed video is replaced where the failure is shown",
  },
  {
    from: ["uploads"],
    to: ["videos/BirthWaterfall.tsx", "videos/use-publish.ts"],
    why: "an uploaded video is published, and its first steps are shown, where it was uploaded",
  },
  {
    from: ["advanced"],
    to: ["videos/library/fact-columns.tsx", "videos/video/activity-names.ts"],
    why: "superusers read every video and its activity in the same columns and words",
  },
  {
    from: ["advanced"],
    to: ["users/roles/Difference.tsx", "users/roles/GroupFields.tsx"],
    why: "a template of a role has the fields of a role",
  },
  {
    from: ["accounts"],
    to: ["users/leaving/EndOwnershipDialog.tsx", "users/leaving/LeaveDialog.tsx", "users/leaving/leaving-queries.ts"],
    why: "the owners of an account are people whose keys are passed on when they leave",
  },
  {
    from: ["accounts", "advanced"],
    to: [
      "projects/list/ProjectsList.tsx",
      "projects/list/QuotaDialog.tsx",
      "projects/list/project-actions.tsx",
      "projects/list/project-queries.ts",
      "projects/moves/MoveChanges.tsx",
      "projects/moves/move-texts.ts",
    ],
    why: "owners and superusers list and move the same projects",
  },
  {
    from: ["projects"],
    to: ["as-code/AsCodePanel.tsx"],
    why: "the settings of a project are exported and imported as a file",
  },
  {
    from: ["advanced"],
    to: ["as-code/ImportDialog.tsx", "as-code/texts.ts"],
    why: "superusers import a file into any project",
  },
];
