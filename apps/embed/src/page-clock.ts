/** What a page takes from the server to here is no difference of clocks. */
const ON_THE_WAY_MS = 5_000;
let aheadMs = 0;

/** Learns how far the clock of the viewer's device is off: a page's stamp begins with the second in which the page was made. */
export function setPageClock(stamp: string): void {
  const seconds = /^(?:2\.)?(\d+)\./.exec(stamp)?.[1];
  const ahead = seconds === undefined ? 0 : performance.timeOrigin - Number(seconds) * 1_000;
  aheadMs = Math.abs(ahead) > ON_THE_WAY_MS ? ahead : 0;
}

/** Milliseconds since 1970 by the clock of the server. */
export const serverNow = (): number => Date.now() - aheadMs;
