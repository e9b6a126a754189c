/** Whether the viewer consents to being measured, as the page around says; null while nobody said. */
let given: boolean | null = null;
let changed = (): void => undefined;

// From the start, because what reports views is loaded later: `{kinora: 1, command: "consent", given: true}` by postMessage.
addEventListener(
  "message",
  ({ source, data }: MessageEvent<{ kinora?: 1; command?: string; given?: unknown } | null>) => {
    if (source !== parent || data?.kinora !== 1 || data.command !== "consent" || typeof data.given !== "boolean")
      return;
    given = data.given;
    changed();
  },
);

export const viewerConsent = (): boolean | null => given;

/** Called at each change; a page may also take consent back. */
export function onConsent(listener: () => void): void {
  changed = listener;
}

/** Whether the browser asks that its viewer be not tracked (Global Privacy Control, Do Not Track). */
export function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === "1" || globalPrivacyControl === true;
}
