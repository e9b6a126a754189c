import type { Things } from "./access-samples.ts";

/** How a row is found that an operation created. */
export interface Noun {
  /** Of the row, as in `/playlists/{id}`: GET reads it, DELETE deletes it. */
  path: string;
  /** The operation that lists it. */
  list: string;
  /** What is its id in answers, where it is not `id`. */
  key?: string;
  /** Its id, where the sample input says it. */
  idOf?: (things: Things) => string | number;
  /** Why nothing deletes it, or why what was deleted stays in the list. */
  keeps?: string;
}

/** The noun of every operation that creates one, by the operation's name; for others the reason why it has none. */
export const nouns: Record<string, Noun | string> = {
  "projects.createProject": { path: "/projects/{id}", list: "accounts.listAccountProjects" },
  "advanced.createAccount": "An account is closed, and purged days later: accounts/closing has its life.",
  "billing.createPlan": {
    path: "/advanced/plans/{plan_id}",
    list: "billing.listPlans",
    keeps: "Invoices name plans: they are archived.",
  },
  "billing.createSeller": {
    path: "/advanced/sellers/{seller_id}",
    list: "billing.listSellers",
    keeps: "Invoices name sellers: they are archived.",
  },
  "players.createPlayer": { path: "/players/{id}", list: "players.listPlayers" },
  "ads.createAdSchedule": { path: "/projects/{project_id}/ads/schedules/{id}", list: "ads.listAdSchedules" },
  "apiKeys.createApiKey": { path: "/projects/{project_id}/api-keys/{id}", list: "apiKeys.listApiKeys" },
  "categories.createCategory": { path: "/categories/{id}", list: "categories.listCategories" },
  "tags.createTags": { path: "/tags/{id}", list: "tags.listTags" },
  "playlists.createPlaylist": { path: "/playlists/{id}", list: "playlists.listPlaylists" },
  "playlists.addPlaylistItems": {
    path: "/playlists/{id}/items/{video_id}",
    list: "playlists.listPlaylistItems",
    key: "video_id",
    idOf: ({ otherVideo }) => otherVideo,
  },
  "playlists.addToPlaylists": "It adds the items of playlists.addPlaylistItems to several playlists.",
  "restrictions.createRestriction": {
    path: "/projects/{project_id}/restrictions/{id}",
    list: "restrictions.listRestrictions",
  },
  "restrictions.createSigningKey": {
    path: "/projects/{project_id}/signing-keys/{id}",
    list: "restrictions.listSigningKeys",
    keeps: "A revoked key stays in the list: it says since when tokens are refused.",
  },
  "roles.createRole": { path: "/projects/{project_id}/roles/{role_id}", list: "users.listRoles" },
  "streams.createStream": { path: "/streams/{id}", list: "streams.listStreams" },
  "guestLinks.createGuestLink": {
    path: "/streams/{stream_id}/guest-links/{id}",
    list: "guestLinks.listGuestLinks",
  },
  "restreams.createRestream": { path: "/streams/{stream_id}/restreams/{id}", list: "restreams.listRestreams" },
  "automaticCaptions.createAutomaticCaptions": "A job makes the captions: speech/speech.test.ts has its life.",
  "audioTracks.addAudioTrack": {
    path: "/videos/{video_id}/audio-tracks/{id}",
    list: "audioTracks.listAudioTracks",
  },
  "captions.addCaptions": { path: "/videos/{video_id}/captions/{id}", list: "captions.listCaptions" },
  "renditions.addMissingRungs": "It begins a transcode, whose renditions are in the video.",
  "uploadTokens.createUploadToken": {
    path: "/projects/{project_id}/upload-tokens/{id}",
    list: "uploadTokens.listUploadTokens",
    keeps: "A revoked token stays in the list with what it was used for.",
  },
  "webhooks.createWebhook": { path: "/projects/{project_id}/webhooks/{id}", list: "webhooks.listWebhooks" },
  "importJobs.createImportJob": "It begins an import: imports/imports.test.ts has its life.",
  "imports.createImports": "It begins uploads, whose videos come later.",
  "imports.addSampleVideo": "It begins an upload, whose video comes later.",
  "owners.addOwner": {
    path: "/accounts/{account_id}/owners/{user_id}",
    list: "accounts.listAccountOwners",
    idOf: ({ member }) => member,
  },
  "ownProvider.addSignInDomain": {
    path: "/accounts/{account_id}/sign-in/domains/{domain}",
    list: "ownProvider.getAccountSignIn",
    key: "domain",
  },
  "users.inviteUser": {
    path: "/projects/{project_id}/invitations/{invitation_id}",
    list: "users.listInvitations",
    keeps: "A revoked invitation stays in the list, as one that was accepted does.",
  },
  "users.inviteUsers": "It sends the invitations of users.inviteUser to several addresses.",
};
