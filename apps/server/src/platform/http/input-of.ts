import type { Contract } from "@kinora/contract/contract.ts";
import type { z } from "zod";

/** The ids that a path begins with: the access check has found what they name. */
type PathIds = "id" | "account_id" | "project_id";

/**
 * What an operation takes besides the ids of its path, once it was validated: what a service is given declares its fields in the
 * contract alone.
 */
export type InputOf<Room extends keyof Contract, Name extends keyof Contract[Room]> = Contract[Room][Name] extends {
  "~orpc": { inputSchema?: infer Schema };
}
  ? Omit<z.output<Extract<Schema, z.ZodType>>, PathIds>
  : never;
