import { randomUUID } from "node:crypto";
import type { OperationMeta } from "@kinora/contract/access.ts";
import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure, type AnyContractProcedure } from "@orpc/contract";
import { afterAll } from "vitest";
import type { Services } from "../context.ts";
import type { Caller } from "../platform/access/caller.ts";
import { createHttpServer } from "../platform/http/http.ts";
import { serveOperations } from "../platform/http/serve-operations.ts";
import { asUser, aUser, type TestServices } from "../platform/testing.ts";
import { router } from "../router.ts";
import { oddFields, type Things } from "./access-samples.ts";
import { sharedServices } from "./fixtures.ts";
import { sampleCalls } from "./operation-input.ts";

/** Every operation of the contract with its access and sample calls. */
export const operations = Object.entries(contract).flatMap(([room, inRoom]) =>
  Object.entries(inRoom).map(([name, operation]) => {
    if (!isContractProcedure(operation)) throw new Error(`${room}.${name} is not an operation`);
    const { access, proof } = operation["~orpc"].meta as Partial<OperationMeta>;
    if (!access) throw new Error(`${room}.${name} has no access`);
    const odd: Record<string, ((things: Things) => Record<string, unknown>) | undefined> = oddFields;
    const call = sampleCalls(operation);
    const sample = (things: Things) => call(things, odd[`${room}.${name}`]?.(things));
    return { name: `${room}.${name}`, operation, access, proof, sample };
  }),
);

/** Whether an operation changes something that others see: those of a suspended account are refused. */
export const changes = (operation: AnyContractProcedure): boolean => {
  const { reads = false } = operation["~orpc"].meta as Partial<OperationMeta>;
  return operation["~orpc"].route.method !== "GET" && !reads;
};

export interface OperationCall {
  path: Record<string, number | string>;
  query?: string;
  /** Sent as JSON; a string is sent unchanged with the JSON content type. */
  body?: unknown;
  /** The method in place of the operation's own. */
  method?: string;
  /** The type of the body in place of JSON's. */
  contentType?: string;
}

export interface Answer {
  statusCode: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: string;
  json(): Record<string, unknown>;
}

/** The API's operations without a port; the caller is passed directly, authentication is tested elsewhere. */
export async function serveForTests(services: Services) {
  const app = createHttpServer({ name: "api", config: services.config, log: services.log, checks: {} });
  const callers = new Map<string, Caller>();
  await serveOperations(app, services, router, (_services, request) =>
    Promise.resolve(callers.get(String(request.headers["x-caller"])) ?? { kind: "anonymous" }),
  );
  return {
    async call(operation: AnyContractProcedure, call: OperationCall, caller: Caller) {
      const { path: fields, query, body, contentType = "application/json" } = call;
      const { method = "POST", path = "/" } = operation["~orpc"].route;
      const name = randomUUID();
      callers.set(name, caller);
      const url = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(fields[field]));
      const answer: Answer = await app.inject({
        method: (call.method ?? method) as "GET",
        url: query ? `${url}?${query}` : url,
        headers: { "x-caller": name, ...(body === undefined ? {} : { "content-type": contentType }) },
        ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      callers.delete(name);
      return answer;
    },
    close: () => app.close(),
  };
}

interface SharedApi {
  services: TestServices;
  api: Awaited<ReturnType<typeof serveForTests>>;
  /** Someone who may call the operations of superusers. */
  root: Caller;
}

/** The operations for all tests of a file, in services of the file. @param env overrides settings */
export async function sharedApi(env?: Record<string, string>): Promise<SharedApi> {
  const services = await sharedServices(env);
  const api = await serveForTests(services);
  afterAll(() => api.close());
  return { services, api, root: asUser(await aUser(services, { superuser: true }), true) };
}
