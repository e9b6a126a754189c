export const laterTexts = {
  notYet: "{{room}} are not part of this version yet.",
  holds: "What this page will hold",
  advanced: "Advanced pages",
  advancedHolds:
    "Logs, videos, pricing, invoices, transcoding, users, projects, accounts and permissions of the whole installation.",
  tabs: "Pages of this room",
} as const;
