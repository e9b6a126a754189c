/** What is left until a livestream begins, as a page says it: `2 d 03:04:05`, `03:04:05`, `04:05`. Pure. */
export function countdown(leftMs: number): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000));
  const [days, hours, minutes, seconds] = [
    Math.floor(left / 86_400),
    Math.floor(left / 3_600) % 24,
    Math.floor(left / 60) % 60,
    left % 60,
  ];
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(minutes)}:${two(seconds)}`;
  if (days > 0) return `${days} d ${two(hours)}:${clock}`;
  return hours > 0 ? `${two(hours)}:${clock}` : clock;
}
