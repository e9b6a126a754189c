import { listActivity } from "./activity.ts";
import { bulkDelete, bulkEdit, bulkPublish, cancelBulkJob, getBulkJob, listBulkJobs } from "./bulk.ts";
import { addCaptions, deleteCaptions, listCaptions, readCaptionsFile, updateCaptions } from "./captions.ts";
import {
  colourCategory,
  createCategory,
  deleteCategories,
  deleteCategory,
  listCategories,
  listCategoryOptions,
  mergeCategory,
  moveCategory,
  setCategoryStatus,
  updateCategory,
} from "./categories.ts";
import { saveChapters } from "./chapters.ts";
import {
  addMissingRungs,
  copyDetails,
  deleteOriginal,
  deleteRendition,
  linkOriginal,
  listNeighbours,
  redoRendition,
} from "./files.ts";
import {
  createImports,
  exportUploadLog,
  findDuplicates,
  getUploadRecord,
  listUploadLog,
  previewImports,
  retryImport,
} from "./imports.ts";
import {
  countMatching,
  countVideos,
  exportVideos,
  getDeletionImpact,
  getPreferences,
  listUploaders,
  purgeVideo,
  savePreference,
} from "./library.ts";
import { addSampleVideo, getOverview } from "./overview.ts";
import { putBackPoster, resetPoster, setAnimatedPreview, takePoster, uploadPoster } from "./posters.ts";
import { createProject, deleteProject, getProject, getProjectImpact, updateProject } from "./projects.ts";
import {
  clipStream,
  getClipReach,
  listRecordings,
  planTrim,
  startRecording,
  stopRecording,
  trimRecording,
} from "./recordings.ts";
import { applyLadder, cancelLadderRun, getLadder, saveLadder } from "./resolutions.ts";
import {
  createRestream,
  deleteRestream,
  listRestreamLog,
  listRestreams,
  setRestreamEnabled,
  tryRestream,
  updateRestream,
} from "./restreams.ts";
import { saveSchedule } from "./schedule.ts";
import { getConfig } from "./session.ts";
import { listStreamActivity } from "./streamActivity.ts";
import { getStreamHistory } from "./streamHistory.ts";
import { labelStreams } from "./streamLabels.ts";
import { exportStreamLog, listStreamLog } from "./streamLog.ts";
import { getStreamLoop, setStreamLoop, switchStream } from "./streamLoop.ts";
import { deleteStreamPicture, setStreamStart, uploadStreamPicture } from "./streamPictures.ts";
import {
  createStream,
  deleteStream,
  duplicateStream,
  endStream,
  getLiveCapacity,
  getStream,
  listStreams,
  pauseStream,
  revealStreamKey,
  rotateStreamKey,
  setStreamEnabled,
  startTestStream,
  stopTestStream,
  updateStream,
} from "./streams.ts";
import { exportStreamSessions, listStreamSessions } from "./streamSessions.ts";
import { getStreamSnapshot } from "./streamSnapshot.ts";
import { createTags, deleteTag, deleteUnusedTags, listTagOptions, listTags, mergeTag, renameTag } from "./tags.ts";
import { cancelTranscode, retranscodeVideo, retryTranscode } from "./transcoding.ts";
import { listTrash, restoreVideo } from "./trash.ts";
import { getUpload, listUnfinishedUploads } from "./uploads.ts";
import {
  inviteUser,
  listInvitations,
  listRoles,
  listUsers,
  removeUser,
  resendInvitation,
  setRole,
  withdrawInvitation,
} from "./users.ts";
import { deleteVideo, getVideo, listVideos, publishVideo, updateVideo } from "./videos.ts";
import { deleteWatermark, getWatermark, saveWatermark, uploadWatermark } from "./watermark.ts";

/** Every operation of an API host, by room. The console, scripts and the OpenAPI document all come from here. */
export const contract = {
  session: { getConfig },
  projects: { createProject, getProject, updateProject, getProjectImpact, getOverview, deleteProject },
  trash: { listTrash, restoreVideo, purgeVideo },
  library: { countMatching, countVideos, listUploaders, exportVideos, getDeletionImpact },
  preferences: { getPreferences, savePreference },
  bulk: { bulkPublish, bulkEdit, bulkDelete, listBulkJobs, getBulkJob, cancelBulkJob },
  imports: {
    createImports,
    previewImports,
    retryImport,
    findDuplicates,
    listUploadLog,
    getUploadRecord,
    exportUploadLog,
    addSampleVideo,
  },
  categories: {
    listCategories,
    listCategoryOptions,
    createCategory,
    updateCategory,
    colourCategory,
    setCategoryStatus,
    moveCategory,
    mergeCategory,
    deleteCategories,
    deleteCategory,
  },
  tags: { listTags, listTagOptions, createTags, renameTag, mergeTag, deleteTag, deleteUnusedTags },
  resolutions: {
    getLadder,
    saveLadder,
    applyLadder,
    cancelLadderRun,
    getWatermark,
    uploadWatermark,
    saveWatermark,
    deleteWatermark,
  },
  users: {
    listRoles,
    listUsers,
    inviteUser,
    listInvitations,
    resendInvitation,
    withdrawInvitation,
    setRole,
    removeUser,
  },
  videos: { listVideos, getVideo, updateVideo, publishVideo, deleteVideo },
  videoDetails: { saveChapters, saveSchedule, listActivity, copyDetails, listNeighbours, linkOriginal, deleteOriginal },
  captions: { listCaptions, addCaptions, updateCaptions, deleteCaptions, readCaptionsFile },
  posters: { takePoster, uploadPoster, resetPoster, putBackPoster, setAnimatedPreview },
  renditions: { deleteRendition, redoRendition, addMissingRungs },
  transcoding: { cancelTranscode, retryTranscode, retranscodeVideo },
  uploads: { listUnfinishedUploads, getUpload },
  streams: {
    listStreams,
    createStream,
    getStream,
    updateStream,
    labelStreams,
    duplicateStream,
    setStreamEnabled,
    deleteStream,
    revealStreamKey,
    rotateStreamKey,
    pauseStream,
    endStream,
    switchStream,
    getStreamLoop,
    setStreamLoop,
    uploadStreamPicture,
    deleteStreamPicture,
    setStreamStart,
    startTestStream,
    stopTestStream,
    getLiveCapacity,
    getStreamSnapshot,
    getStreamHistory,
    listStreamSessions,
    exportStreamSessions,
    listStreamLog,
    exportStreamLog,
    listStreamActivity,
  },
  recordings: {
    listRecordings,
    startRecording,
    stopRecording,
    clipStream,
    getClipReach,
    planTrim,
    trimRecording,
  },
  restreams: {
    listRestreams,
    listRestreamLog,
    createRestream,
    tryRestream,
    updateRestream,
    setRestreamEnabled,
    deleteRestream,
  },
};

export type Contract = typeof contract;
