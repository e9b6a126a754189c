import { patient } from "../tools/setup/patience.mjs";

export { patient } from "../tools/setup/patience.mjs";

// How long tests wait for a condition, in milliseconds, on a quiet machine; `patient` makes it as long as this run needs. Only a
// test that fails waits to the end.

/** What follows at once on a machine that does nothing else. */
export const PATIENCE_MS = patient(15_000);

/** A film of some seconds that is transcoded while others are. */
export const TRANSCODING_PATIENCE_MS = patient(120_000);

/** A film that has many segments, several versions, or takes its turn behind others. */
export const LONG_TRANSCODING_PATIENCE_MS = patient(240_000);

/** A process that starts, or what waits for one that was killed, with work of others before it. */
export const RESTART_PATIENCE_MS = patient(120_000);

/** What takes its own time: seconds of a film that is played, and segments of a livestream, which come as they are published. */
export const LIVE_PATIENCE_MS = patient(60_000);
