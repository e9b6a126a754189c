import { Upload } from "tus-js-client";
import { fingerprintIfPossible } from "../../platform/fingerprint.ts";
import { tusAnswer, tusOptions } from "../../platform/tus.ts";

interface SendingEvents {
  /** 0–100. */
  onProgress: (percent: number) => void;
  onSent: () => void;
  /** `message` is the server's, when it had one. */
  onFailure: (message: string | null) => void;
}

/** What a file becomes: another source of a video, or the sound of one of its audio tracks. */
type Purpose = { replaces_video_id: string } | { audio_track_id: string };

/** Sends a file that is for a video of a project (tus.io/protocols/resumable-upload); answers how to stop it for good. */
export function sendFile(projectId: number, purpose: Purpose, file: File, events: SendingEvents): () => void {
  const upload = new Upload(file, {
    ...tusOptions(),
    metadata: { project_id: String(projectId), ...purpose, filename: file.name, filetype: file.type },
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
