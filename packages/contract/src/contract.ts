import * as accountClosing from "./accounts/closing.ts";
import * as accountDetails from "./accounts/details.ts";
import * as accountExport from "./accounts/export.ts";
import * as accountPeople from "./accounts/people.ts";
import * as accountProjects from "./accounts/projects.ts";
import * as ads from "./ads/ads.ts";
import * as adSchedules from "./ads/schedules.ts";
import * as installationAccounts from "./advanced/accounts.ts";
import * as backups from "./advanced/backups.ts";
import * as chores from "./advanced/chores.ts";
import * as installation from "./advanced/installation.ts";
import * as liveHosts from "./advanced/live-hosts.ts";
import * as logs from "./advanced/logs.ts";
import * as installationPeople from "./advanced/people.ts";
import * as playerDemo from "./advanced/player-demo.ts";
import * as projectMoves from "./advanced/project-moves.ts";
import * as installationProjects from "./advanced/projects.ts";
import * as roleTemplates from "./advanced/role-templates.ts";
import * as installationStorage from "./advanced/storage.ts";
import * as system from "./advanced/system.ts";
import * as installationTranscoding from "./advanced/transcoding.ts";
import * as installationVideos from "./advanced/videos.ts";
import * as workers from "./advanced/workers.ts";
import * as figures from "./analytics/figures.ts";
import * as analytics from "./analytics/providers.ts";
import * as reportFiles from "./analytics/report-files.ts";
import * as reports from "./analytics/reports.ts";
import * as apiKeys from "./api-keys/api-keys.ts";
import * as asCode from "./as-code/as-code.ts";
import * as accountInvoices from "./billing/account-invoices.ts";
import * as invoices from "./billing/invoices.ts";
import * as planRequests from "./billing/plan-requests.ts";
import * as plans from "./billing/plans.ts";
import * as pricing from "./billing/pricing.ts";
import * as billingSettings from "./billing/settings.ts";
import * as importJobs from "./imports/import-jobs.ts";
import * as guestLinks from "./live/guest-links.ts";
import * as recordings from "./live/recordings.ts";
import * as restreams from "./live/restreams.ts";
import * as streamActivity from "./live/stream-activity.ts";
import * as streamControl from "./live/stream-control.ts";
import * as streamHistory from "./live/stream-history.ts";
import * as streamLabels from "./live/stream-labels.ts";
import * as streamLog from "./live/stream-log.ts";
import * as streamLoop from "./live/stream-loop.ts";
import * as streamPictures from "./live/stream-pictures.ts";
import * as streamSessions from "./live/stream-sessions.ts";
import * as streamSnapshot from "./live/stream-snapshot.ts";
import * as streams from "./live/streams.ts";
import { operationsOf } from "./operations-of.ts";
import * as accountSecurity from "./people/account-security.ts";
import * as acting from "./people/acting.ts";
import * as audit from "./people/audit.ts";
import * as ownProvider from "./people/own-provider.ts";
import * as owners from "./people/owners.ts";
import * as preferences from "./people/preferences.ts";
import * as roles from "./people/roles.ts";
import * as session from "./people/session.ts";
import * as users from "./people/users.ts";
import * as viewAs from "./people/view-as.ts";
import * as players from "./players/players.ts";
import * as playlistItems from "./playlists/playlist-items.ts";
import * as playlists from "./playlists/playlists.ts";
import * as projects from "./projects/projects.ts";
import * as resolutions from "./projects/resolutions.ts";
import * as transcoding from "./projects/transcoding.ts";
import * as projectTransfers from "./projects/transfers.ts";
import * as watermark from "./projects/watermark.ts";
import * as restrictionAssignments from "./restrictions/assignments.ts";
import * as restrictionChecks from "./restrictions/checks.ts";
import * as embedPages from "./restrictions/embed-pages.ts";
import * as restrictionProfiles from "./restrictions/profiles.ts";
import * as restrictionRecords from "./restrictions/records.ts";
import * as signingKeys from "./restrictions/signing-keys.ts";
import * as imports from "./uploads/imports.ts";
import * as uploadTokens from "./uploads/upload-tokens.ts";
import * as uploads from "./uploads/uploads.ts";
import * as activity from "./videos/activity.ts";
import * as audioTracks from "./videos/audio-tracks.ts";
import * as automaticCaptions from "./videos/automatic-captions.ts";
import * as bulk from "./videos/bulk.ts";
import * as captions from "./videos/captions.ts";
import * as categories from "./videos/categories.ts";
import * as chapters from "./videos/chapters.ts";
import * as files from "./videos/files.ts";
import * as library from "./videos/library.ts";
import * as overview from "./videos/overview.ts";
import * as posters from "./videos/posters.ts";
import * as renditions from "./videos/renditions.ts";
import * as schedule from "./videos/schedule.ts";
import * as tags from "./videos/tags.ts";
import * as transcript from "./videos/transcript.ts";
import * as trash from "./videos/trash.ts";
import * as videos from "./videos/videos.ts";
import * as webhookDeliveries from "./webhooks/deliveries.ts";
import * as webhookInbox from "./webhooks/inbox.ts";
import * as webhooks from "./webhooks/webhooks.ts";

/**
 * Every operation of an API host, by room: those that the room's files export. The console, scripts and the OpenAPI
 * document all come from here.
 */
export const contract = {
  session: operationsOf({ ...session, ...viewAs, ...acting }),
  projects: operationsOf({ ...projects, ...overview, ...projectTransfers }),
  asCode: operationsOf(asCode),
  trash: operationsOf(trash),
  library: operationsOf(library),
  preferences: operationsOf(preferences),
  bulk: operationsOf(bulk),
  imports: operationsOf(imports),
  importJobs: operationsOf(importJobs),
  categories: operationsOf(categories),
  tags: operationsOf(tags),
  resolutions: operationsOf({ ...resolutions, ...watermark }),
  users: operationsOf(users),
  roles: operationsOf(roles),
  accounts: operationsOf({
    ...accountClosing,
    ...accountDetails,
    ...accountExport,
    ...accountPeople,
    ...accountProjects,
  }),
  owners: operationsOf({ ...owners, ...accountSecurity }),
  ownProvider: operationsOf(ownProvider),
  videos: operationsOf(videos),
  videoDetails: operationsOf({ ...activity, ...chapters, ...files, ...schedule }),
  captions: operationsOf({ ...captions, ...transcript }),
  audioTracks: operationsOf(audioTracks),
  automaticCaptions: operationsOf(automaticCaptions),
  posters: operationsOf(posters),
  renditions: operationsOf(renditions),
  transcoding: operationsOf(transcoding),
  uploads: operationsOf(uploads),
  uploadTokens: operationsOf(uploadTokens),
  streams: operationsOf({
    ...streams,
    ...streamControl,
    ...streamActivity,
    ...streamHistory,
    ...streamLabels,
    ...streamLog,
    ...streamLoop,
    ...streamPictures,
    ...streamSessions,
    ...streamSnapshot,
  }),
  recordings: operationsOf(recordings),
  guestLinks: operationsOf(guestLinks),
  restreams: operationsOf(restreams),
  players: operationsOf(players),
  restrictions: operationsOf({
    ...restrictionAssignments,
    ...restrictionChecks,
    ...restrictionProfiles,
    ...restrictionRecords,
    ...embedPages,
    ...signingKeys,
  }),
  advanced: operationsOf({
    ...installationAccounts,
    ...backups,
    ...chores,
    ...installation,
    ...installationPeople,
    ...liveHosts,
    ...logs,
    ...installationProjects,
    ...projectMoves,
    ...roleTemplates,
    ...installationStorage,
    ...system,
    ...playerDemo,
    ...installationTranscoding,
    ...installationVideos,
    ...workers,
  }),
  ads: operationsOf({ ...ads, ...adSchedules }),
  analytics: operationsOf({ ...analytics, ...figures, ...reports, ...reportFiles }),
  audit: operationsOf(audit),
  billing: operationsOf({ ...invoices, ...accountInvoices, ...planRequests, ...plans, ...pricing, ...billingSettings }),
  apiKeys: operationsOf(apiKeys),
  webhooks: operationsOf({ ...webhooks, ...webhookDeliveries, ...webhookInbox }),
  playlists: operationsOf({ ...playlists, ...playlistItems }),
};

export type Contract = typeof contract;
