import { Upload } from "tus-js-client";
import { fingerprintIfPossible } from "../../platform/fingerprint.ts";
import { tusOptions, tusAnswer } from "../../platform/tus.ts";

export interface ReplacementEvents {
  /** 0–100. */
  onProgress: (percent: number) => void;
  onSent: () => void;
  /** `message` is the server's, when it had one. */
  onFailure: (message: string | null) => void;
}

/** Sends a file that takes the place of a video's source (tus.io/protocols/resumable-upload); answers how to stop it for good. */
export function startReplacement(
  video: { id: number; project_id: number },
  file: File,
  events: ReplacementEvents,
): () => void {
  const upload = new Upload(file, {
    ...tusOptions(),
    metadata: {
      project_id: String(video.project_id),
      replaces_video_id: String(video.id),
      filename: file.name,
      filetype: file.type,
    },
    onProgress: (sentBytes, allBytes) => events.onProgress(allBytes ? Math.floor((100 * sentBytes) / allBytes) : 0),
    onSuccess: () => events.onSent(),
    onError: (error) => events.onFailure(tusAnswer(error).message),
  });
  let isStopped = false;
  // The server compares what arrives with it.
  void fingerprintIfPossible(file).then((fingerprint) => {
    if (fingerprint !== null) upload.options.metadata = { ...upload.options.metadata, fingerprint };
    if (!isStopped) upload.start();
  });
  return () => {
    isStopped = true;
    void upload.abort(true);
  };
}
