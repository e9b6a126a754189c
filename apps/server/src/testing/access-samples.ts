import { randomUUID } from "node:crypto";
import type { contract } from "@kinora/contract/contract.ts";
import { defaultProjectLadder } from "@kinora/domain/projectLadder.ts";
import { defaultWatermarkLayout } from "@kinora/domain/watermark.ts";

export interface Things {
  account: number;
  project: number;
  video: number;
  upload: string;
  role: number;
  member: number;
  invitation: number;
  trashed: number;
  category: number;
  otherCategory: number;
  tag: number;
  otherTag: number;
  otherVideo: number;
  captions: number;
  rendition: number;
  bulkJob: number;
  stream: number;
  restream: number;
  recording: number;
}

/** What each operation is called with: a new operation needs a line here, or this file does not compile. */
export type OperationNames = {
  [Room in keyof typeof contract]: Record<keyof (typeof contract)[Room], (things: Things) => Sample>;
};
export interface Sample {
  path: Record<string, number | string>;
  query?: string;
  body?: object;
}

const LADDER_RUNGS = defaultProjectLadder.rungs.map(({ height, enabled, crf, maxBitrateKbps }) => ({
  height,
  enabled,
  crf,
  max_bitrate_kbps: maxBitrateKbps,
}));

const RESTREAM = { name: "Elsewhere", platform: "custom", url: "rtmp://192.0.2.1/live", key: "secret" };
const CAPTIONS = { language: "en", label: "English", kind: "captions" };
export const CAPTIONS_FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n";

export const samples: OperationNames = {
  session: { getConfig: () => ({ path: {} }) },
  projects: {
    createProject: ({ account }) => ({
      path: { account_id: account },
      body: { name: `P ${randomUUID()}`, domain: "example.com" },
    }),
    getProject: ({ project }) => ({ path: { id: project } }),
    deleteProject: ({ project }) => ({ path: { id: project } }),
    updateProject: ({ project }) => ({
      path: { id: project },
      body: { name: `P ${randomUUID()}`, domain: "example.com" },
    }),
    getProjectImpact: ({ project }) => ({ path: { id: project } }),
    getOverview: ({ project }) => ({ path: { project_id: project } }),
  },
  categories: {
    listCategories: ({ project }) => ({ path: { project_id: project } }),
    listCategoryOptions: ({ project }) => ({ path: { project_id: project } }),
    createCategory: ({ project }) => ({ path: { project_id: project }, body: { name: `C ${randomUUID()}` } }),
    updateCategory: ({ category }) => ({ path: { id: category }, body: { name: `C ${randomUUID()}` } }),
    colourCategory: ({ category }) => ({ path: { id: category }, body: { colour: "red" } }),
    setCategoryStatus: ({ category }) => ({ path: { id: category }, body: { active: false } }),
    moveCategory: ({ category }) => ({ path: { id: category }, body: { position: 0 } }),
    mergeCategory: ({ category, otherCategory }) => ({ path: { id: category }, body: { into_id: otherCategory } }),
    deleteCategories: ({ project, category }) => ({ path: { project_id: project }, body: { ids: [category] } }),
    deleteCategory: ({ category }) => ({ path: { id: category } }),
  },
  tags: {
    listTags: ({ project }) => ({ path: { project_id: project } }),
    listTagOptions: ({ project }) => ({ path: { project_id: project } }),
    createTags: ({ project }) => ({ path: { project_id: project }, body: { names: [`T ${randomUUID()}`] } }),
    renameTag: ({ tag }) => ({ path: { id: tag }, body: { name: `T ${randomUUID()}` } }),
    mergeTag: ({ tag, otherTag }) => ({ path: { id: tag }, body: { into_id: otherTag } }),
    deleteTag: ({ tag }) => ({ path: { id: tag } }),
    deleteUnusedTags: ({ project }) => ({ path: { project_id: project } }),
  },
  resolutions: {
    getLadder: ({ project }) => ({ path: { project_id: project } }),
    saveLadder: ({ project }) => ({
      path: { project_id: project },
      body: { rungs: LADDER_RUNGS, max_fps: 60, audio_kbps: 128, mp4: true, remux: false, remux_max_kbps: 12_000 },
    }),
    applyLadder: ({ project }) => ({ path: { project_id: project } }),
    cancelLadderRun: ({ project }) => ({ path: { project_id: project } }),
    getWatermark: ({ project }) => ({ path: { project_id: project } }),
    uploadWatermark: ({ project }) => ({
      path: { project_id: project },
      body: { picture: Buffer.from("ffd8ff", "hex").toString("base64") },
    }),
    saveWatermark: ({ project }) => ({
      path: { project_id: project },
      body: { enabled: true, ...defaultWatermarkLayout },
    }),
    deleteWatermark: ({ project }) => ({ path: { project_id: project } }),
  },
  trash: {
    listTrash: ({ project }) => ({ path: { project_id: project } }),
    restoreVideo: ({ project, trashed }) => ({ path: { project_id: project, video_id: trashed } }),
    purgeVideo: ({ project, trashed }) => ({ path: { project_id: project, video_id: trashed } }),
  },
  library: {
    countMatching: ({ project }) => ({ path: { project_id: project } }),
    countVideos: ({ project }) => ({ path: { project_id: project } }),
    exportVideos: ({ project }) => ({ path: { project_id: project } }),
    listUploaders: ({ project }) => ({ path: { project_id: project } }),
    getDeletionImpact: ({ project, video }) => ({ path: { project_id: project }, body: { ids: [video] } }),
  },
  preferences: {
    getPreferences: () => ({ path: {} }),
    savePreference: () => ({ path: { name: "library_columns" }, body: { value: ["size"] } }),
  },
  bulk: {
    bulkPublish: ({ project, video }) => ({ path: { project_id: project }, body: { ids: [video], published: true } }),
    bulkEdit: ({ project, video }) => ({
      path: { project_id: project },
      body: { ids: [video], action: "set_category", category_id: null },
    }),
    bulkDelete: ({ project, video }) => ({ path: { project_id: project }, body: { ids: [video], action: "delete" } }),
    listBulkJobs: ({ project }) => ({ path: { project_id: project } }),
    getBulkJob: ({ project, bulkJob }) => ({ path: { project_id: project, job_id: bulkJob } }),
    cancelBulkJob: ({ project, bulkJob }) => ({ path: { project_id: project, job_id: bulkJob } }),
  },
  imports: {
    createImports: ({ project }) => ({
      path: { project_id: project },
      body: { items: [{ url: "https://example.com/a.mp4" }] },
    }),
    previewImports: ({ project }) => ({
      path: { project_id: project },
      body: { csv: "url\nhttps://example.com/a.mp4" },
    }),
    retryImport: ({ upload }) => ({ path: { id: upload } }),
    findDuplicates: ({ project }) => ({
      path: { project_id: project },
      body: { files: [{ size_bytes: 1, fingerprint: "0".repeat(64) }] },
    }),
    listUploadLog: ({ project }) => ({ path: { project_id: project } }),
    getUploadRecord: ({ upload }) => ({ path: { id: upload } }),
    addSampleVideo: ({ project }) => ({ path: { project_id: project } }),
    exportUploadLog: ({ project }) => ({ path: { project_id: project } }),
  },
  users: {
    listRoles: ({ project }) => ({ path: { project_id: project } }),
    listUsers: ({ project }) => ({ path: { project_id: project } }),
    inviteUser: ({ project, role }) => ({
      path: { project_id: project },
      body: { email: `${randomUUID()}@example.com`, role_id: role },
    }),
    listInvitations: ({ project }) => ({ path: { project_id: project } }),
    resendInvitation: ({ project, invitation }) => ({ path: { project_id: project, invitation_id: invitation } }),
    withdrawInvitation: ({ project, invitation }) => ({ path: { project_id: project, invitation_id: invitation } }),
    setRole: ({ project, member, role }) => ({
      path: { project_id: project, user_id: member },
      body: { role_id: role },
    }),
    removeUser: ({ project, member }) => ({ path: { project_id: project, user_id: member } }),
  },
  videos: {
    listVideos: ({ project }) => ({ path: { id: project } }),
    getVideo: ({ video }) => ({ path: { id: video } }),
    updateVideo: ({ video }) => ({ path: { id: video }, body: { title: "New title", description: "" } }),
    publishVideo: ({ video }) => ({ path: { id: video }, body: { published: true } }),
    deleteVideo: ({ video }) => ({ path: { id: video } }),
  },
  videoDetails: {
    saveChapters: ({ video }) => ({ path: { id: video }, body: { chapters: [{ start_seconds: 0, title: "Intro" }] } }),
    saveSchedule: ({ video }) => ({ path: { id: video }, body: { publish_at: null, unpublish_at: null } }),
    listActivity: ({ video }) => ({ path: { id: video } }),
    copyDetails: ({ video, otherVideo }) => ({ path: { id: video }, body: { from_id: otherVideo } }),
    listNeighbours: ({ video }) => ({ path: { id: video } }),
    linkOriginal: ({ video }) => ({ path: { id: video } }),
    deleteOriginal: ({ video }) => ({ path: { id: video } }),
  },
  captions: {
    listCaptions: ({ video }) => ({ path: { video_id: video } }),
    addCaptions: ({ video }) => ({
      path: { video_id: video },
      body: { ...CAPTIONS, label: "New", file: CAPTIONS_FILE },
    }),
    updateCaptions: ({ video, captions }) => ({ path: { video_id: video, id: captions }, body: CAPTIONS }),
    deleteCaptions: ({ video, captions }) => ({ path: { video_id: video, id: captions } }),
    readCaptionsFile: ({ video, captions }) => ({ path: { video_id: video, id: captions } }),
  },
  posters: {
    takePoster: ({ video }) => ({ path: { id: video }, body: { at_seconds: 1 } }),
    uploadPoster: ({ video }) => ({
      path: { id: video },
      body: { picture: Buffer.from("ffd8ff", "hex").toString("base64") },
    }),
    resetPoster: ({ video }) => ({ path: { id: video } }),
    putBackPoster: ({ video }) => ({ path: { id: video }, body: { number: 0 } }),
    setAnimatedPreview: ({ video }) => ({ path: { id: video }, body: { animated: false } }),
  },
  renditions: {
    deleteRendition: ({ video, rendition }) => ({ path: { video_id: video, id: rendition } }),
    redoRendition: ({ video, rendition }) => ({ path: { video_id: video, id: rendition } }),
    addMissingRungs: ({ video }) => ({ path: { video_id: video } }),
  },
  transcoding: {
    cancelTranscode: ({ video }) => ({ path: { id: video } }),
    retryTranscode: ({ video }) => ({ path: { id: video } }),
    retranscodeVideo: ({ video }) => ({ path: { id: video } }),
  },
  streams: {
    listStreams: ({ project }) => ({ path: { project_id: project } }),
    createStream: ({ project }) => ({ path: { project_id: project }, body: { name: "A stream" } }),
    getStream: ({ stream }) => ({ path: { id: stream } }),
    labelStreams: ({ project, stream, tag }) => ({
      path: { project_id: project },
      body: { ids: [stream], action: "add_tags", tag_ids: [tag] },
    }),
    updateStream: ({ stream }) => ({ path: { id: stream }, body: { name: "New name" } }),
    duplicateStream: ({ stream }) => ({ path: { id: stream } }),
    setStreamEnabled: ({ stream }) => ({ path: { id: stream }, body: { enabled: true } }),
    deleteStream: ({ stream }) => ({ path: { id: stream } }),
    revealStreamKey: ({ stream }) => ({ path: { id: stream } }),
    rotateStreamKey: ({ stream }) => ({ path: { id: stream } }),
    pauseStream: ({ stream }) => ({ path: { id: stream }, body: { paused: false } }),
    switchStream: ({ stream }) => ({ path: { id: stream }, body: { source: "live" } }),
    getStreamLoop: ({ stream }) => ({ path: { id: stream } }),
    setStreamLoop: ({ stream }) => ({ path: { id: stream }, body: { video_ids: [] } }),
    uploadStreamPicture: ({ stream }) => ({ path: { id: stream, kind: "paused" }, body: { picture: "AAAA" } }),
    deleteStreamPicture: ({ stream }) => ({ path: { id: stream, kind: "paused" } }),
    setStreamStart: ({ stream }) => ({ path: { id: stream }, body: { start_at: null } }),
    endStream: ({ stream }) => ({ path: { id: stream } }),
    startTestStream: ({ stream }) => ({ path: { id: stream } }),
    stopTestStream: ({ stream }) => ({ path: { id: stream } }),
    getLiveCapacity: ({ project }) => ({ path: { project_id: project } }),
    exportStreamSessions: ({ project }) => ({ path: { project_id: project } }),
    listStreamSessions: ({ project }) => ({ path: { project_id: project } }),
    listStreamLog: ({ project }) => ({ path: { project_id: project } }),
    exportStreamLog: ({ project }) => ({ path: { project_id: project } }),
    getStreamSnapshot: ({ stream }) => ({ path: { id: stream } }),
    getStreamHistory: ({ stream }) => ({ path: { id: stream } }),
    listStreamActivity: ({ stream }) => ({ path: { id: stream } }),
  },
  recordings: {
    listRecordings: ({ stream }) => ({ path: { id: stream } }),
    startRecording: ({ stream }) => ({ path: { id: stream } }),
    stopRecording: ({ stream }) => ({ path: { id: stream } }),
    clipStream: ({ stream }) => ({ path: { id: stream }, body: { seconds: 30 } }),
    getClipReach: ({ stream }) => ({ path: { id: stream } }),
    planTrim: ({ stream, recording }) => ({
      path: { id: stream, recording_id: recording },
      query: "from_seconds=0&to_seconds=2",
    }),
    trimRecording: ({ stream, recording }) => ({
      path: { id: stream, recording_id: recording },
      body: { from_seconds: 0, to_seconds: 2 },
    }),
  },
  restreams: {
    listRestreams: ({ stream }) => ({ path: { stream_id: stream } }),
    listRestreamLog: ({ stream, restream }) => ({ path: { stream_id: stream, id: restream } }),
    createRestream: ({ stream }) => ({ path: { stream_id: stream }, body: RESTREAM }),
    updateRestream: ({ stream, restream }) => ({ path: { stream_id: stream, id: restream }, body: RESTREAM }),
    tryRestream: ({ stream, restream }) => ({
      path: { stream_id: stream },
      body: { id: restream, url: RESTREAM.url, key: RESTREAM.key },
    }),
    setRestreamEnabled: ({ stream, restream }) => ({
      path: { stream_id: stream, id: restream },
      body: { enabled: false },
    }),
    deleteRestream: ({ stream, restream }) => ({ path: { stream_id: stream, id: restream } }),
  },
  uploads: {
    listUnfinishedUploads: ({ project }) => ({ path: { project_id: project } }),
    getUpload: ({ upload }) => ({ path: { id: upload } }),
  },
};
