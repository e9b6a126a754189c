import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { expect, test } from "vitest";
import { sharedProject } from "../testing/fixtures.ts";
import type { Command } from "./command.ts";
import { projectDiff, projectExport, projectImport } from "./project-file.ts";
import { runCommand } from "./testing.ts";

const { services, project } = await sharedProject();
const folder = testFolder("file");

const run = (command: Command, ...args: string[]) => runCommand(command, services, String(project.projectId), ...args);

test("a project is written to a file, changed there, compared and imported", async () => {
  const file = join(folder, "project.yaml");
  await run(projectExport, file);
  const yaml = await readFile(file, "utf8");
  expect((await run(projectExport)).lines.join("\n")).toBe(yaml.trimEnd());
  expect(await run(projectDiff, file)).toEqual({ lines: ["The project is as the file says."], code: 0 });

  await writeFile(
    file,
    yaml
      .replace("tags: []", "tags: [goal]")
      .replace("webhooks: []", "webhooks: [{ name: CI, inbox: true, events: ['*'] }]"),
  );
  const difference = ["tags", "  + goal", "webhooks", "  + CI", "      inbox: true", '      events: ["*"]'];
  expect(await run(projectDiff, file)).toEqual({ lines: difference, code: 1 });
  expect(await run(projectImport, file)).toEqual({
    lines: [...difference, "Nothing was changed. Add --yes to change it."],
    code: 1,
  });
  const { lines, code } = await run(projectImport, file, "--yes");
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatch(/^Secret of the webhook "CI", shown this once: whsec_/);
  expect(await run(projectDiff, file)).toMatchObject({ code: 0 });

  await writeFile(file, yaml);
  expect((await run(projectDiff, file)).lines).toContain("    goal is not in the file and stays; --prune removes it");
  expect((await run(projectImport, file, "--prune", "--yes")).lines).toContain(
    "  - CI – Its deliveries are deleted with it.",
  );

  const line = await services.db
    .selectFrom("audit_log")
    .select(["actor", "changes"])
    .where("project_id", "=", project.projectId)
    .where("action", "=", "project.import")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ actor: { kind: "operator" }, changes: { changes: 2, sections: "tags, webhooks" } });
});

test("each mistake of a file is printed with its line", async () => {
  const file = join(folder, "wrong.yaml");
  await writeFile(file, "kinora: 1\nsettings:\n  trash_days: 999\n  colour: red\n");
  await expect(run(projectImport, file, "--yes")).rejects.toThrow(
    `${file}: Line 3, column 15: Choose 0 to 365 days.\n${file}: Line 4, column 11: There is no field "colour" here.`,
  );
  await expect(run(projectImport, join(folder, "nowhere.yaml"))).rejects.toThrow(/can't be read/);
});
