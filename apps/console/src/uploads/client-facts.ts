/** What a browser can tell of a video file before any byte of it is sent. */
export interface ClientFacts {
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  /** A small picture of it as a data URL. */
  frame: string | null;
}

const PATIENCE_MS = 10_000;
const FRAME_WIDTH = 192;
/** The first picture is often black. */
const FRAME_SHARE = 0.1;

/** Looks into a file with the browser's own player; null when it cannot play it. */
export async function readClientFacts(file: File): Promise<ClientFacts | null> {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    video.muted = true;
    video.preload = "metadata";
    video.src = address;
    await happened(video, "loadedmetadata", patience);
    const { duration, videoWidth: width, videoHeight: height } = video;
    const durationSeconds = Number.isFinite(duration) ? duration : null;
    const frame = width > 0 ? await frameOf(video, (durationSeconds ?? 0) * FRAME_SHARE, patience) : null;
    return { durationSeconds, width: width || null, height: height || null, frame };
  } catch {
    // Not a format this browser plays; the server will look properly.
    return null;
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
}

async function frameOf(video: HTMLVideoElement, atSeconds: number, patience: AbortSignal): Promise<string | null> {
  try {
    video.currentTime = atSeconds;
    await happened(video, "seeked", patience);
    const canvas = document.createElement("canvas");
    canvas.width = FRAME_WIDTH;
    canvas.height = Math.round((FRAME_WIDTH * 9) / 16);
    const scale = Math.max(canvas.width / video.videoWidth, canvas.height / video.videoHeight);
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
    canvas.getContext("2d")?.drawImage(video, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
    return canvas.toDataURL("image/jpeg", 0.7);
  } catch {
    return null;
  }
}

function happened(video: HTMLVideoElement, what: "loadedmetadata" | "seeked", patience: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("The browser cannot play this file."));
    video.addEventListener(what, () => resolve(), { once: true });
    video.addEventListener("error", fail, { once: true });
    patience.addEventListener("abort", fail, { once: true });
  });
}
