import type { AnyContractProcedure } from "@orpc/contract";
import { z } from "zod";
import type { Shape } from "./odd-values.ts";

/** The fields an operation's input declares, in the path and beside it. */
export function inputOf(operation: AnyContractProcedure): Record<string, Shape> {
  const inputSchema: unknown = operation["~orpc"].inputSchema;
  if (!(inputSchema instanceof z.ZodType)) return {};
  const schema = z.toJSONSchema(inputSchema, { io: "input", unrepresentable: "any", target: "draft-2020-12" });
  return (schema as Shape).properties ?? {};
}

/** The names of the parameters in an operation's path, in their order. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
