import type { DemoItem } from "./demo-queries.ts";

export interface DemoFields {
  item: DemoItem | null;
  address: string;
  live: boolean;
  /** Public id of a player; null for the project's default one. */
  player: string | null;
  settings: string;
  tag: string;
  vmap: boolean;
  context: "member" | "viewer";
  token: string;
}

export const NO_FIELDS: DemoFields = {
  item: null,
  address: "",
  live: false,
  player: null,
  settings: "",
  tag: "",
  vmap: false,
  context: "member",
  token: "",
};

/** Why a field cannot be taken: the key of a text, or words of the server or the browser. */
export class FieldProblem extends Error {
  readonly field: keyof DemoFields;
  readonly words: string[];

  constructor(field: keyof DemoFields, ...words: string[]) {
    super(words.join("\n"));
    this.field = field;
    this.words = words;
  }
}
