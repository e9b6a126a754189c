import { ContractProcedure, isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import { z } from "zod";
import { strictInput } from "./strict-input.ts";

type OperationsOf<Exports> = {
  [Name in keyof Exports as Exports[Name] extends AnyContractProcedure ? Name : never]: Exports[Name];
};

/** What an operation takes that declares no input: nothing. */
const NO_FIELDS = z.object({}).optional();

/**
 * What is an operation of the exports of files; the shapes beside them are left out. An operation refuses fields of its
 * input that it does not name, in nested objects too: what is misspelled or not possible is said, not ignored.
 */
export const operationsOf = <Exports extends object>(exports: Exports) =>
  Object.fromEntries(
    Object.entries(exports)
      .filter((entry): entry is [string, AnyContractProcedure] => isContractProcedure(entry[1]))
      .map(([name, operation]) => [name, strictly(operation)]),
  ) as OperationsOf<Exports>;

function strictly(operation: AnyContractProcedure): AnyContractProcedure {
  const inputSchema: unknown = operation["~orpc"].inputSchema ?? NO_FIELDS;
  if (!(inputSchema instanceof z.ZodType)) throw new Error("The input of an operation is a schema of zod.");
  return new ContractProcedure({ ...operation["~orpc"], inputSchema: strictInput(inputSchema) });
}
