import { fillAdMacros } from "@kinora/domain/ads/ad-macros.ts";

export interface AdSubject {
  /** Public ID. */
  contentId: string;
  title: string;
  /** Null for livestreams, and until known. */
  durationSeconds: number | null;
}

/** Fills a tag's macros with what this browser and page know. */
export function fillTag(tag: string, subject: AdSubject, consent: string): string {
  return fillAdMacros(tag, {
    cachebuster: String(Math.floor(Math.random() * 1e10)),
    page_url: document.referrer || location.href,
    content_id: subject.contentId,
    video_title: subject.title,
    duration: subject.durationSeconds === null ? "" : String(Math.round(subject.durationSeconds)),
    consent,
    device: deviceOf(navigator.userAgent),
  });
}

const deviceOf = (agent: string) =>
  /iPad|Tablet|Android(?!.*Mobile)/i.test(agent) ? "tablet" : /Mobi|iPhone|Android/i.test(agent) ? "mobile" : "desktop";
