export const laterTexts = {
  notYet: "{{room}} are not part of this version yet.",
  holds: "What this page will hold",
  analytics: "Analytics",
  analyticsHolds: "Transcode minutes, bandwidth, players, top videos and top livestreams over any range.",
  advanced: "Advanced pages",
  advancedHolds:
    "Logs, videos, pricing, invoices, transcoding, users, projects, accounts and permissions of the whole installation.",
  tabs: "Pages of this room",
  tab_transcode: "Transcode",
  tab_bandwidth: "Bandwidth",
  tab_players: "Players",
  tab_topVideos: "Top videos",
  tab_topLivestreams: "Top livestreams",
} as const;
