/** A moment as WebVTT writes it, `HH:MM:SS.mmm` (W3C WebVTT §4.1), rounded to the millisecond. */
export function formatVttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const whole = Math.floor(milliseconds / 1000);
  return `${part(Math.floor(whole / 3600), 2)}:${part(Math.floor(whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}

/** Reads `1:02:03.5`, `02:03` or `12.4` as seconds; null for anything else. */
export function readTime(text: string): number | null {
  const found = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5}(?:[.,]\d{1,3})?)$/.exec(text.trim());
  if (!found) return null;
  const [, hours, minutes, rest = ""] = found;
  const seconds = Number(rest.replace(",", "."));
  if (minutes !== undefined && seconds >= 60) return null;
  if (hours !== undefined && Number(minutes) >= 60) return null;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + seconds;
}
