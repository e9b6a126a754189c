import { vi } from "vitest";

// A busy machine is no failure: what is waited for has time, and only a test that fails waits to the end. Vitest gives a second
// and has no setting for it.
const PATIENCE_MS = 60_000;

const { waitFor } = vi;

const patient: typeof vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });

// Run before every file, in one process for many.
if (waitFor.name !== patient.name) vi.waitFor = patient;
