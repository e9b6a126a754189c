import { randomUUID } from "node:crypto";
import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import type { Services } from "../context.ts";
import type { Caller } from "../platform/caller.ts";
import { createHttpServer } from "../platform/http.ts";
import { serveOperations } from "../platform/serve-operations.ts";
import { router } from "../router.ts";
import { samples, type Sample, type Things } from "./access-samples.ts";

/** Every operation of the contract with its access and what it is called with. */
export const operations = Object.entries(contract).flatMap(([room, inRoom]) =>
  Object.entries(inRoom).map(([name, operation]) => {
    if (!isContractProcedure(operation)) throw new Error(`${room}.${name} is not an operation`);
    const { access } = operation["~orpc"].meta as Partial<OperationMeta>;
    const rows: Record<string, Record<string, (things: Things) => Sample>> = samples;
    const sample = rows[room]?.[name];
    if (!access || !sample) throw new Error(`${room}.${name} says no access or has no sample`);
    return { name: `${room}.${name}`, operation, access, sample };
  }),
);

export interface OperationCall {
  path: Record<string, number | string>;
  query?: string;
  /** Sent as JSON; text is sent as it is, said to be JSON. */
  body?: unknown;
}

export interface Answer {
  statusCode: number;
  body: string;
  json(): Record<string, unknown>;
}

/** The API's operations without a port; who a cookie or key belongs to is proven elsewhere, here the caller is named outright. */
export async function serveForTests(services: Services) {
  const app = createHttpServer({ name: "api", config: services.config, log: services.log, checks: {} });
  const callers = new Map<string, Caller>();
  await serveOperations(app, services, router, (_services, request) =>
    Promise.resolve(callers.get(String(request.headers["x-caller"])) ?? { kind: "anonymous" }),
  );
  return {
    async call(operation: AnyContractProcedure, { path: fields, query, body }: OperationCall, caller: Caller) {
      const { method = "POST", path = "/" } = operation["~orpc"].route;
      const name = randomUUID();
      callers.set(name, caller);
      const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(fields[field]));
      const answer: Answer = await app.inject({
        method: method as "GET",
        url: query ? `${url}?${query}` : url,
        headers: { "x-caller": name, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      callers.delete(name);
      return answer;
    },
    close: () => app.close(),
  };
}
