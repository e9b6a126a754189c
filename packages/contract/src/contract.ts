import { createCategory, createProject, deleteProject, getProject } from "./projects.ts";
import { getConfig } from "./session.ts";
import { cancelTranscode, retranscodeVideo, retryTranscode } from "./transcoding.ts";
import { getUpload, listUnfinishedUploads } from "./uploads.ts";
import { inviteUser, listRoles, listUsers, removeUser } from "./users.ts";
import { deleteVideo, getVideo, listVideos, publishVideo, updateVideo } from "./videos.ts";

/** Every operation of an API host, by room. The console, scripts and the OpenAPI document all come from here. */
export const contract = {
  session: { getConfig },
  projects: { createProject, getProject, deleteProject, createCategory },
  users: { listRoles, listUsers, inviteUser, removeUser },
  videos: { listVideos, getVideo, updateVideo, publishVideo, deleteVideo },
  transcoding: { cancelTranscode, retryTranscode, retranscodeVideo },
  uploads: { listUnfinishedUploads, getUpload },
};

export type Contract = typeof contract;
