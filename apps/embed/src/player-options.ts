/** Player options in the query of an embed URL. */
export interface PlayerOptions {
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
  startSeconds: number;
}

/** Reads `?autoplay=1&muted=1&loop=1&start=12.5`; what is missing or makes no sense is off. */
export function readPlayerOptions(search: string): PlayerOptions {
  const asked = new URLSearchParams(search);
  const isOn = (name: string) => asked.get(name) === "1" || asked.get(name) === "true";
  const start = Number(asked.get("start") ?? 0);
  return {
    autoplay: isOn("autoplay"),
    muted: isOn("muted"),
    loop: isOn("loop"),
    startSeconds: Number.isFinite(start) && start > 0 ? start : 0,
  };
}
