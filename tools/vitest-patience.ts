import { expect, vi } from "vitest";
import { patient } from "./setup/patience.mjs";

// What is waited for follows at once on a quiet machine, and only a test that fails waits to the end. Vitest gives a second
// and has no setting for it.
const PATIENCE_MS = 15_000;

const { waitFor } = vi;
const { poll } = expect;

const patientWaitFor: typeof vi.waitFor = (callback, options = {}) => {
  const { timeout = PATIENCE_MS, ...others } = typeof options === "number" ? { timeout: options } : options;
  return waitFor(callback, { ...others, timeout: patient(timeout) });
};

const patientPoll: typeof expect.poll = (look, { timeout = PATIENCE_MS, ...others } = {}) =>
  poll(look, { ...others, timeout: patient(timeout) });

// Run before every file, some of which share a process.
if (waitFor.name !== patientWaitFor.name) vi.waitFor = patientWaitFor;
if (poll.name !== patientPoll.name) expect.poll = patientPoll;
