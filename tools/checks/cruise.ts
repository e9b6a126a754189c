import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { borderRules } from "./borders.ts";

/** One import that crosses a border: which rule, from which file to which module. Paths are relative to the tree's root. */
export interface Crossing {
  rule: string;
  from: string;
  to: string;
}

/** What a walk over a tree's imports found. */
export interface Survey {
  crossings: Crossing[];
  /** Our own modules that were read, relative to the tree's root. An empty list means nothing was checked. */
  modules: string[];
}

/**
 * Reads every import below apps/ and packages/ of a tree and reports those that cross a border.
 * @param root the folder that holds apps/ and packages/.
 */
export async function surveyImports(root: string, rules: IForbiddenRuleType[] = borderRules()): Promise<Survey> {
  const { output } = await cruise(
    ["apps", "packages"],
    {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: rules },
      doNotFollow: { path: "node_modules" },
      exclude: { path: String.raw`(^|/)dist/` },
      tsPreCompilationDeps: true,
      combinedDependencies: true,
      detectProcessBuiltinModuleCalls: true,
    },
    {
      exportsFields: ["exports"],
      conditionNames: ["import", "browser", "default", "types", "node", "require"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  );
  if (typeof output === "string") throw new Error(`dependency-cruiser answered with text: ${output}`);
  return { crossings: crossingsOf(output), modules: ownModules(output) };
}

function crossingsOf({ summary }: ICruiseResult): Crossing[] {
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

function ownModules({ modules }: ICruiseResult): string[] {
  return modules.map(({ source }) => source).filter((source) => /^(apps|packages)\/.*\.tsx?$/.test(source));
}
