import type { IncomingMessage, ServerResponse } from "node:http";
import { TAKEN_DOWN_STATUS } from "@kinora/domain/videos/takedown.ts";
import { containerType, type ArrivingUpload, type ArrivingUploads } from "./arriving-uploads.ts";
import { videoDelivery } from "./delivered-kind.ts";
import type { Deliveries } from "./deliveries.ts";
import { attachment } from "./download-name.ts";
import { refuse } from "./media-answers.ts";
import { fileHeaders } from "./media-headers.ts";
import type { MediaPath } from "./paths.ts";
import type { PlaybackRules } from "./playback-rules.ts";
import type { StoredFiles } from "./stored-files.ts";

/** The uploaded file: always a download, never a document of this origin. */
export async function serveOriginal(
  rules: PlaybackRules,
  files: StoredFiles,
  deliveries: Deliveries,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
): Promise<void> {
  const original = await rules.original(path.hash, path.token);
  if (!original) return refuse(response, 404, "There is no such file.");
  if (original.takenDown !== null) return refuse(response, TAKEN_DOWN_STATUS, original.takenDown);
  const item = { kind: "video" as const, id: original.id, projectId: original.projectId };
  deliveries.note(request, response, item, { hash: path.hash, pass: path.token }, videoDelivery(path.target));
  return files.send(request, response, original.key, [
    ...fileHeaders("application/octet-stream", "private, no-store"),
    "content-security-policy",
    "default-src 'none'; sandbox",
    "content-disposition",
    attachment(original.fileName || "original"),
  ]);
}

/** The uploaded file while it arrives, until a rendition plays. */
export async function serveArriving(
  rules: PlaybackRules,
  arriving: ArrivingUploads,
  request: IncomingMessage,
  response: ServerResponse,
  path: MediaPath,
  upload: ArrivingUpload | null,
): Promise<void> {
  if (!upload) return refuse(response, 404, "There is no such file.");
  const isStillOffered = async () => {
    const { availability, video } = await rules.find(path.hash, path.token);
    return availability === "processing" && video?.arriving?.id === upload.id;
  };
  const headers = fileHeaders(containerType(upload), "private, no-store");
  if (await arriving.send(request, response, upload, headers, isStillOffered)) return;
  refuse(response, 503, "These bytes have not been uploaded yet.", ["retry-after", "2"]);
}
