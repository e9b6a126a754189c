const pad = (value: number) => String(value).padStart(2, "0");

/** A running time as on a player: `0:07`, `12:19`, `1:02:03`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = pad(whole % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** A measured time in full: `4.2 s`, `12:19`. */
export const formatMeasured = (seconds: number): string =>
  seconds < 60 ? `${Math.round(seconds * 10) / 10} s` : formatDuration(seconds);

/** A rough wait for people: `about 40 s`, `about 3 min`, `about 2 h`. */
export function formatWait(seconds: number): string {
  if (seconds < 5) return "a few seconds";
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s`;
  if (seconds < 3570) return `about ${Math.max(1, Math.round(seconds / 60))} min`;
  return `about ${Math.round(seconds / 360) / 10} h`;
}
