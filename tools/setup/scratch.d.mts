/** Where tests write; see scratch.mjs. */
export function scratchFolder(places?: { memory?: string; enough?: number }): {
  folder: string;
  env: { TMPDIR: string };
  remove(): void;
};
