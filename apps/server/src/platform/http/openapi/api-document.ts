import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { exportedSchemas } from "@kinora/contract/operations-of.ts";
import { isContractProcedure } from "@orpc/contract";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { Config } from "../../config.ts";
import { VERSION } from "../../process/version.ts";
import { apiSessionName } from "../cookies.ts";
import { IDEMPOTENCY_PARAMETER } from "../idempotency.ts";
import { NamedSchemas, pascal } from "./named-schemas.ts";
import { sharePathParameters } from "./path-parameters.ts";
import { isPart, plainSchemas, type Part } from "./plain-schemas.ts";
import { FAILURES, REFUSAL_RESPONSES, REFUSAL_SCHEMA, withRefusals } from "./refusal-responses.ts";

/** What the OpenAPI document has beside the contract's operations. */
export interface OtherParts {
  paths?: Readonly<Record<string, object>>;
  /** Requests that this installation sends (OpenAPI 3.1, "OpenAPI Object"). */
  webhooks?: Readonly<Record<string, object>>;
  /** Answers that those parts refer to. */
  responses?: Readonly<Record<string, object>>;
}

const converter = new ZodToJsonSchemaConverter();

/** The entries in the order of their names: where an operation is declared does not change the document. */
const byName = (entries: object): Part =>
  Object.fromEntries(Object.entries(entries).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** The names of the contract's exported schemas, by what they are in the document as answers and as input. */
function exportedNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const strategy of ["output", "input"] as const)
    for (const { name, schema } of exportedSchemas(strategy)) {
      const [, json] = converter.convert(schema, { strategy });
      const text = JSON.stringify(plainSchemas(json));
      if (!names.has(text)) names.set(text, strategy === "input" ? `${pascal(name)}Input` : pascal(name));
    }
  return names;
}

/** The meta of each operation by its method and path. */
const metas = new Map<string, Partial<OperationMeta>>(
  Object.values(contract)
    .flatMap((room): unknown[] => Object.values(room))
    .filter(isContractProcedure)
    .map((operation) => {
      const { method = "", path = "" } = operation["~orpc"].route;
      return [`${method.toLowerCase()} ${path}`, operation["~orpc"].meta as Partial<OperationMeta>];
    }),
);

/** The contract's operations with their refusals; creating ones take the header that makes a repetition safe. */
function describedPaths(paths: Part): Part {
  const pathOf = ([path, operations]: [string, unknown]) => {
    const described = Object.entries(isPart(operations) ? operations : {}).map(([method, operation]) => {
      const plain = isPart(operation) ? operation : {};
      const meta = metas.get(`${method} ${path}`);
      if (!meta) throw new Error(`The document describes ${method} ${path}, which the contract has not.`);
      const parameters = Array.isArray(plain["parameters"]) ? (plain["parameters"] as unknown[]) : [];
      const takes = method === "post" ? { parameters: [...parameters, IDEMPOTENCY_PARAMETER] } : {};
      return [method, withRefusals({ ...plain, ...takes }, meta)];
    });
    return [path, Object.fromEntries(described) as Part];
  };
  return Object.fromEntries(Object.entries(paths).map(pathOf)) as Part;
}

/** The rooms that operations are listed under. */
function tagsOf(groups: readonly unknown[]): { name: string }[] {
  const partsOf = (values: readonly unknown[]) => values.filter(isPart).flatMap((part) => Object.values(part));
  const names = partsOf(partsOf(groups))
    .filter(isPart)
    .flatMap(({ tags }) => (Array.isArray(tags) ? tags.map(String) : []));
  return [...new Set(names)].toSorted().map((name) => ({ name }));
}

/** The OpenAPI 3.1 document of an API host, with a name for each schema that repeats and the refusals of each operation. */
export async function describeApi(config: Config, others: OtherParts = {}): Promise<Part> {
  const generated = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(contract, {
    info: {
      title: "Kinora API",
      version: VERSION,
      description: `Everything the console does, for scripts.\n\n${FAILURES}`,
    },
    servers: [{ url: config.urls.api }],
    security: [{ session: [] }, { apiKey: [] }],
  });
  const document = plainSchemas(generated) as Part;
  const paths = byName({ ...sharePathParameters(describedPaths(document["paths"] as Part)), ...others.paths });
  const webhooks = plainSchemas(others.webhooks ?? {});
  const named = new NamedSchemas({ paths, webhooks }, exportedNames());
  const [referred, sent] = [named.refer(paths), named.refer(webhooks)];
  return {
    ...document,
    tags: tagsOf([paths, webhooks]),
    paths: referred,
    ...(others.webhooks ? { webhooks: sent } : {}),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: apiSessionName(config) },
        apiKey: { type: "http", scheme: "bearer", description: "An API key of the project." },
      },
      responses: { ...REFUSAL_RESPONSES, ...byName({ ...named.components.responses, ...others.responses }) },
      parameters: byName(named.components.parameters),
      requestBodies: byName(named.components.requestBodies),
      schemas: byName({ ...named.components.schemas, Refusal: REFUSAL_SCHEMA }),
    },
  };
}
