// For `npx depcruise apps packages`; `npm run check` reads the same rules through tools/checks/cruise.ts.
import { borderRules } from "./tools/checks/borders.ts";

export default {
  forbidden: borderRules(),
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "browser", "default", "types"] },
  },
};
