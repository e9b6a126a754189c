import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "./checks/repository.ts";
import { coveragePage } from "./checks/spec-coverage.ts";
import { specDemands } from "./checks/spec-demands.ts";

// Writes docs/spec-coverage.md anew: node tools/spec-coverage.ts
writeFileSync(join(repositoryRoot, "docs/spec-coverage.md"), coveragePage(specDemands));
