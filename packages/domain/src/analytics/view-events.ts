/** What is reported of a view: it began, how far it came, it was paused, an ad began, it could not go on. */
export const VIEW_EVENTS = ["play", "25", "50", "75", "100", "pause", "ad", "error"] as const;
export type ViewEvent = (typeof VIEW_EVENTS)[number];

const QUARTERS = ["25", "50", "75", "100"] as const;
/** The end is reached when less is left: players stop within the last frame. */
const END_SECONDS = 0.5;

/** The part of a video that `seconds` is, as whole percent; 0 while the duration is unknown. */
export function percentOf(seconds: number, durationSeconds: number | null): number {
  if (durationSeconds === null || durationSeconds <= 0) return 0;
  if (seconds >= durationSeconds - END_SECONDS) return 100;
  return Math.max(0, Math.floor((100 * seconds) / durationSeconds));
}

/** The quarters that a view has reached and not reported, in order. */
export const newQuarters = (percent: number, reported: ReadonlySet<ViewEvent>): ViewEvent[] =>
  QUARTERS.filter((quarter) => Number(quarter) <= percent && !reported.has(quarter));

/** One event of a view with what is reported of it to providers. */
export interface ViewReport {
  event: ViewEvent;
  /** The video's public ID. */
  video: string;
  title: string;
  /** Seconds into the video. */
  seconds: number;
  durationSeconds: number | null;
  /** The page around the frame, as far as it says. */
  pageUrl: string;
}

/** The event and the parameters of Google Analytics 4 (enhanced measurement, "Video engagement"), as far as it has names for them. */
export function googleEvent(report: ViewReport): { name: string; parameters: Record<string, string | number> } {
  const { event, video, title, seconds, durationSeconds, pageUrl } = report;
  const percent = percentOf(seconds, durationSeconds);
  return {
    name: GOOGLE_NAMES[event],
    parameters: {
      video_title: title,
      video_provider: "kinora",
      video_id: video,
      video_url: pageUrl,
      video_current_time: Math.floor(seconds),
      video_duration: Math.round(durationSeconds ?? 0),
      video_percent:
        event === "play" || event === "pause" || event === "ad" || event === "error" ? percent : Number(event),
    },
  };
}

const GOOGLE_NAMES: Record<ViewEvent, string> = {
  play: "video_start",
  "25": "video_progress",
  "50": "video_progress",
  "75": "video_progress",
  "100": "video_complete",
  pause: "video_pause",
  ad: "video_ad",
  error: "video_error",
};

/** The URL that reports an event to Matomo (HTTP Tracking API, developer.matomo.org/api-reference/tracking-api). */
export function matomoUrl(provider: { url: string; site_id: number }, report: ViewReport, random: string): string {
  const address = new URL("matomo.php", provider.url.endsWith("/") ? provider.url : `${provider.url}/`);
  const values = {
    idsite: String(provider.site_id),
    rec: "1",
    apiv: "1",
    send_image: "0",
    rand: random,
    url: report.pageUrl,
    e_c: "Video",
    e_a: report.event,
    e_n: report.title,
    e_v: String(Math.floor(report.seconds)),
    ca: "1",
  };
  for (const [name, value] of Object.entries(values)) address.searchParams.set(name, value);
  return address.href;
}
