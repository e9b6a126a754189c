import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { beforeAll, expect, test } from "vitest";
import { repositoryRoot } from "./repository.ts";
import { runTool } from "./tool.ts";

const tree = testFolder("promises");
beforeAll(async () => {
  for (const name of [".oxlintrc.json", "tsconfig.json"]) await copyFile(join(repositoryRoot, name), join(tree, name));
  await symlink(join(repositoryRoot, "node_modules"), join(tree, "node_modules"));
});

const planted = `declare function work(): Promise<void>;
export const arrow = (): void => void work();
export function statements(): void {
  work();
  void work();
  void work().then(() => undefined);
  work().catch(() => undefined);
}
`;

test("the server and its packages leave no promise without someone who handles its rejection", async () => {
  const paths = ["apps/server/src/live/srt/planted.ts", "packages/media/src/live/planted.ts"];
  for (const path of paths) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), planted);
  }
  const { code, output } = await runTool("oxlint", ["--format", "unix", "apps", "packages"], tree);
  expect(code).toBe(1);
  const found = [...output.matchAll(/^(\S+?):(\d+):\d+: .*\[.*\b(no-void|no-floating-promises)\b/gm)];
  expect(found.map(([, path, line, rule]) => `${path}:${line} ${rule}`).toSorted()).toEqual(
    paths.flatMap((path) => [
      `${path}:2 no-void`,
      `${path}:4 no-floating-promises`,
      `${path}:5 no-floating-promises`,
      `${path}:6 no-floating-promises`,
    ]),
  );
});
