export const laterTexts = {
  advanced: "Advanced",
  notYet: "This page is not part of this version yet.",
  byThen: "Logs, transcoding, users, projects and accounts of the installation have their pages already.",
} as const;
