import { configure } from "@testing-library/react";

// As for what has no page: see vitest-patience.ts.
configure({ asyncUtilTimeout: 15_000 });
