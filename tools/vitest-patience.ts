import { vi } from "vitest";

// What is waited for follows at once on a quiet machine, and only a test that fails waits to the end. Vitest gives a second
// and has no setting for it.
const PATIENCE_MS = 15_000;

const { waitFor } = vi;

const patient: typeof vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options });

// Run before every file, some of which share a process.
if (waitFor.name !== patient.name) vi.waitFor = patient;
