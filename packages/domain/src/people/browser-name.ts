const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const first = (names: readonly [RegExp, string][], text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** A User-Agent header as people would say it, e.g. "Firefox on Windows". */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (!browser) return userAgent.split(/[/\s]/)[0] || "Unknown browser";
  return system ? `${browser} on ${system}` : browser;
}
