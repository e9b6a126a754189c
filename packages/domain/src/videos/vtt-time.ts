/** A moment as WebVTT writes it, `HH:MM:SS.mmm` (W3C WebVTT §4.1), rounded to the millisecond. */
export function formatVttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  const whole = Math.floor(milliseconds / 1000);
  return `${part(Math.floor(whole / 3600), 2)}:${part(Math.floor(whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}

/** A moment as on a player, with tenths: `0:07.5`, `12:19.0`, `1:02:03.4`. */
export function formatTenths(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const [hours, minutes, rest] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60, tenths % 600];
  const end = `${String(Math.floor(rest / 10)).padStart(2, "0")}.${rest % 10}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
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
