import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { patient } from "./setup/patience.mjs";

// As for what has no page: see vitest-patience.ts.
configure({ asyncUtilTimeout: patient(15_000) });

// Each test renders into an empty page, and what an earlier one replaced with `vi.spyOn` is put back.
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});
