/** Where the picture comes from. */
export type PictureSource = "camera" | "screen";

/** What is captured. */
export interface CaptureChoice {
  source: PictureSource;
  /** Ids of devices; null for the browser's own choice. */
  camera: string | null;
  /** "none" for no sound. */
  microphone: string | null;
}

/** Why nothing is captured; each has a text, `problem_…`. */
export type CaptureProblem = "refused" | "missing" | "busy" | "insecure" | "unsupported" | "failed";

/** A device to choose from. */
export interface Device {
  id: string;
  /** Empty before access was granted. */
  label: string;
}

const PICTURE = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } } as const;
/** Names of errors of `getUserMedia` and `getDisplayMedia` (Media Capture and Streams, §10.1). */
const PROBLEMS: Readonly<Record<string, CaptureProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** The reason of an error of `openCapture`. */
export const captureProblem = (error: unknown): CaptureProblem =>
  error instanceof CaptureError ? error.problem : (error instanceof Error && PROBLEMS[error.name]) || "failed";

/** An error with its reason. */
export class CaptureError extends Error {
  readonly problem: CaptureProblem;

  constructor(problem: CaptureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Opens the chosen devices; a browser asks for permission. @throws CaptureError, DOMException: see `captureProblem` */
export async function openCapture({ source, camera, microphone }: CaptureChoice): Promise<MediaStream> {
  // Absent on pages that are not secure, whatever the library's types say.
  const media = navigator.mediaDevices as MediaDevices | undefined;
  if (!media) throw new CaptureError("insecure");
  const sound = microphone === "none" ? false : chosen(microphone);
  if (source === "camera") return media.getUserMedia({ video: { ...PICTURE, ...chosen(camera) }, audio: sound });
  if (!("getDisplayMedia" in media)) throw new CaptureError("unsupported");
  const screen = await media.getDisplayMedia({ video: { frameRate: { ideal: 30 } } });
  for (const track of screen.getVideoTracks()) track.contentHint = "detail";
  if (sound === false) return screen;
  try {
    for (const track of (await media.getUserMedia({ audio: sound })).getTracks()) screen.addTrack(track);
    return screen;
  } catch (error) {
    stopCapture(screen);
    throw error;
  }
}

const chosen = (id: string | null): MediaTrackConstraints => (id === null ? {} : { deviceId: { exact: id } });

/** Releases the devices. */
export function stopCapture(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** The cameras and microphones of this machine. */
export async function listDevices(): Promise<{ cameras: Device[]; microphones: Device[] }> {
  const all = await navigator.mediaDevices.enumerateDevices();
  // Before access is granted, they have no ids.
  const of = (kind: MediaDeviceKind) =>
    all
      .filter((one) => one.kind === kind && one.deviceId !== "")
      .map(({ deviceId, label }) => ({ id: deviceId, label }));
  return { cameras: of("videoinput"), microphones: of("audioinput") };
}
