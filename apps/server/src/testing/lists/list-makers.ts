import type { Contract } from "@kinora/contract/contract.ts";
import * as billing from "./billing-lists.ts";
import * as imports from "./import-lists.ts";
import type { ListMaker } from "./list-sample.ts";
import * as live from "./live-lists.ts";
import * as people from "./people-lists.ts";
import * as records from "./record-lists.ts";
import * as reports from "./report-lists.ts";
import * as videos from "./video-lists.ts";

type OperationName = { [Room in keyof Contract]: `${Room}.${keyof Contract[Room] & string}` }[keyof Contract];

/** Three rows of each kind that a list of the contract has. A list without an entry fails `every-list.test.ts`. */
export const LIST_MAKERS: Partial<Record<OperationName, ListMaker>> = {
  "imports.listUploadLog": videos.listUploadLog,
  "importJobs.listImportJobs": imports.listImportJobs,
  "importJobs.listImportItems": imports.listImportItems,
  "tags.listTags": videos.listTags,
  "users.listInvitations": people.listInvitations,
  "users.listUsers": people.listUsers,
  "accounts.listAccountMembers": people.listAccountMembers,
  "accounts.listAccountProjects": people.listAccountProjects,
  "ownProvider.listSignInPeople": people.listSignInPeople,
  "videos.listVideos": videos.listVideos,
  "videoDetails.listActivity": videos.listActivity,
  "uploadTokens.listUploadTokens": videos.listUploadTokens,
  "streams.listStreams": live.listStreams,
  "streams.listStreamActivity": live.listStreamActivity,
  "streams.listStreamLog": live.listStreamLog,
  "streams.listStreamSessions": live.listStreamSessions,
  "recordings.listRecordings": live.listRecordings,
  "restrictions.listDenials": records.listDenials,
  "restrictions.listPlayerEmbedPages": records.listPlayerEmbedPages,
  "restrictions.listPlaylistEmbedPages": records.listPlaylistEmbedPages,
  "restrictions.listVideoEmbedPages": records.listVideoEmbedPages,
  "advanced.listAccounts": people.listAccounts,
  "advanced.listInstallationPeople": people.listInstallationPeople,
  "advanced.listLogLines": records.listLogLines,
  "advanced.listInstallationProjects": people.listInstallationProjects,
  "advanced.listTranscodes": videos.listTranscodes,
  "advanced.listInstallationVideos": videos.listInstallationVideos,
  "analytics.getBandwidthReport": reports.getBandwidthReport,
  "analytics.getPlayersReport": reports.getPlayersReport,
  "analytics.getTopLivestreamsReport": reports.getTopLivestreamsReport,
  "analytics.getTopVideosReport": reports.getTopVideosReport,
  "analytics.getTranscodeReport": reports.getTranscodeReport,
  "audit.listAudit": people.listAudit,
  "billing.listInvoices": billing.listInvoices,
  "billing.previewInvoices": billing.previewInvoices,
  "billing.listAccountInvoices": billing.listAccountInvoices,
  "apiKeys.listApiRequests": records.listApiRequests,
  "webhooks.listDeliveries": records.listDeliveries,
  "playlists.listPlaylists": records.listPlaylists,
};
