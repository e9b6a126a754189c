/** Player options in the query of an embed's or a share page's address. */
export interface AskedOptions {
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
  startSeconds: number;
}

const MOMENT = /^(?:(\d{1,3})(?:h|:(?=\d+:)))?(?:(\d{1,5})(?:m|:))?(?:(\d{1,7}(?:\.\d{1,9})?)s?)?$/i;

/** The seconds of a moment as people write it into addresses: `90`, `12.5`, `90s`, `1m30s`, `1:30`, `1:02:03`; 0 for anything else. */
function secondsOf(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = MOMENT.exec(text.trim()) ?? [];
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}

/** Reads `autoplay=1&muted=1&loop=1&start=12.5`, or `t=12.5` as other sites have it; what is missing or makes no sense is off. Pure. */
export function readPlayOptions(asked: URLSearchParams): AskedOptions {
  const isOn = (name: string) => asked.get(name) === "1" || asked.get(name) === "true";
  return {
    autoplay: isOn("autoplay"),
    muted: isOn("muted"),
    loop: isOn("loop"),
    startSeconds: secondsOf(asked.get("start") ?? asked.get("t") ?? ""),
  };
}
