import { isPart, type Part } from "./plain-schemas.ts";

const parametersOf = (operation: Part): Part[] =>
  Array.isArray(operation["parameters"]) ? operation["parameters"].filter(isPart) : [];

/** The paths with what is in an address said once, beside its operations (OpenAPI 3.1, "Path Item Object"). */
export const sharePathParameters = (paths: Part): Part =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, isPart(item) ? shared(item) : item]));

function shared(item: Part): Part {
  const operations = Object.values(item).filter(isPart);
  const [first, ...others] = operations;
  if (!first || others.length === 0 || "parameters" in item) return item;
  const written = others.map((other) => new Set(parametersOf(other).map((one) => JSON.stringify(one))));
  const common = parametersOf(first).filter(
    (one) => one["in"] === "path" && written.every((texts) => texts.has(JSON.stringify(one))),
  );
  if (common.length === 0) return item;
  const texts = new Set(common.map((one) => JSON.stringify(one)));
  const without = (operation: Part): Part => {
    const { parameters: _all, ...rest } = operation;
    const own = parametersOf(operation).filter((one) => !texts.has(JSON.stringify(one)));
    return own.length > 0 ? { ...rest, parameters: own } : rest;
  };
  const described = Object.entries(item).map(([method, one]) => [method, isPart(one) ? without(one) : one] as const);
  return { parameters: common, ...Object.fromEntries(described) };
}
