import { configure } from "@testing-library/react";
import { patient } from "./setup/patience.mjs";

// As for what has no page: see vitest-patience.ts.
configure({ asyncUtilTimeout: patient(15_000) });
