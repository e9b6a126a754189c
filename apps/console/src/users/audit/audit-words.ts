const WORDS: Readonly<Record<string, string>> = {
  "user.invite": "Invitation sent",
  "user.invite_again": "Invitation sent again",
  "user.withdraw_invitation": "Invitation revoked",
  "user.join": "Invitation accepted",
  "user.set_role": "Role changed",
  "user.remove": "User removed",
  "role.built_in_changed": "Built-in role changed by the operator",
  "video.create": "Video created",
  "video.source_deleted": "Original deleted",
  "video.original_downloaded": "Original downloaded",
  "video.exported": "Video list exported",
  "video.queued": "Video transcoded again",
  "video.purged": "Video deleted for good",
  "tag.unused_deleted": "Unused tags deleted",
  "bulk.set_category": "Category of several videos set",
  "bulk.publish": "Several videos published or unpublished",
  "bulk.delete": "Several videos deleted",
  "project.create": "Project created",
  "project.update": "Project changed",
  "project.delete": "Project deleted",
  "project.import": "Settings imported",
  "project.ladder_change": "Resolutions changed",
  "project.ladder_apply": "Resolutions applied to videos",
  "project.ladder_cancel": "Applying resolutions canceled",
  "project.ads_change": "Ads changed",
  "video.ads_change": "Ads of a video changed",
  "ad_schedule.made_default": "Ad schedule made the default",
  "audit.exported": "Audit log exported",
  "analytics.exported": "Report exported",
  "account.statistics_exported": "Statistics exported",
};

/** What an action of the audit log says in words; one without words of its own by its name. */
export function actionInWords(action: string): string {
  const plain = action
    .replaceAll(/[._]/g, " ")
    .replace("cancelled", "canceled")
    .replace("coloured", "colored")
    .replace("api key", "API key");
  return WORDS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
