import { ContractProcedure, isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import { z } from "zod";
import * as shapes from "./shapes.ts";
import { strictInput } from "./strict-input.ts";

type OperationsOf<Exports> = {
  [Name in keyof Exports as Exports[Name] extends AnyContractProcedure ? Name : never]: Exports[Name];
};

/** What an operation takes that declares no input: nothing. */
const NO_FIELDS = z.object({}).optional();

/** Schemas that files of the contract export beside their operations, by the names of their exports. */
const exported: { name: string; schema: z.ZodType }[] = [];
nameSchemas(shapes);

function nameSchemas(exports: object): void {
  for (const [name, schema] of Object.entries(exports))
    if (schema instanceof z.ZodType) exported.push({ name, schema });
}

/** Those schemas as answers have them, or as inputs, which refuse other fields. */
export const exportedSchemas = (strategy: "input" | "output"): readonly { name: string; schema: z.ZodType }[] =>
  strategy === "output" ? exported : exported.map(({ name, schema }) => ({ name, schema: strictInput(schema) }));

/**
 * What is an operation of the exports of files; the shapes beside them are left out. An operation refuses fields of its
 * input that it does not name, in nested objects too: what is misspelled or not possible is said, not ignored. The shapes
 * give their names to the schemas of the API's description.
 */
export function operationsOf<Exports extends object>(exports: Exports): OperationsOf<Exports> {
  nameSchemas(exports);
  return Object.fromEntries(
    Object.entries(exports)
      .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
      .map(([name, operation]) => [name, strictly(operation)]),
  ) as OperationsOf<Exports>;
}

function strictly(operation: AnyContractProcedure): AnyContractProcedure {
  const inputSchema: unknown = operation["~orpc"].inputSchema ?? NO_FIELDS;
  if (!(inputSchema instanceof z.ZodType)) throw new Error("The input of an operation is a schema of zod.");
  return new ContractProcedure({ ...operation["~orpc"], inputSchema: strictInput(inputSchema) });
}
