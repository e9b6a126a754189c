import type { ProjectDocument } from "@kinora/contract/as-code/document.ts";
import type { PortableSettings } from "../../platform/portable.ts";
import { saveLadder } from "./ladder.ts";
import { readLadder } from "./read-ladder.ts";
import { ladderOf, sentLadder } from "./sent-ladder.ts";

type Ladder = NonNullable<ProjectDocument["ladder"]>;

/** A project's ladder in a file. */
export const portableLadder: PortableSettings<Ladder, Ladder> = {
  read: async ({ db }, { projectId }) => sentLadder(await readLadder(db, projectId)),
  async save(context, grant, wanted) {
    await saveLadder(context, grant, ladderOf(wanted));
  },
};
