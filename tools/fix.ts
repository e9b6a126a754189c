import { runTool } from "./checks/tool.ts";

// The linter first: what it rewrites, the formatter lays out.
const linted = await runTool("oxlint", ["--fix", "--quiet", "."]);
const formatted = await runTool("oxfmt", ["."]);
console.log(`${linted.output.trim()}\n${formatted.output.trim()}`.trim());
if (linted.code !== 0) console.log("What is left needs a person: see `npm run check`.");
process.exitCode = formatted.code === 0 ? 0 : 1;
