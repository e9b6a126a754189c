import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles, repositoryRoot } from "./checks/repository.ts";
import { coveragePage, findProofs, readDemands } from "./checks/spec-coverage.ts";

// Writes docs/spec-coverage.md again: node tools/spec-coverage.ts
const demands = readDemands(readFileSync(join(repositoryRoot, "tools/checks/spec-demands.txt"), "utf8"));
writeFileSync(join(repositoryRoot, "docs/spec-coverage.md"), coveragePage(demands, findProofs(repositoryFiles())));
