import { contract } from "@kinora/contract/contract.ts";
import { isContractProcedure } from "@orpc/contract";
import { vi } from "vitest";
import { z } from "zod";
import type { api } from "../platform/client.ts";
import { Samples, type SampleText } from "./samples.ts";

/** An operation of the contract, by its name, as `videos.listVideos`. */
interface Operation {
  name: string;
  method: string;
  path: RegExp;
  parameters: number;
  output: z.ZodType;
}

/** A request that a page sent. */
export interface Call {
  /** The operation's name, or null for what is no operation of the API. */
  name: string | null;
  method: string;
  url: URL;
  body: string;
}

type AnswerOf<Operation> = Operation extends (...given: never[]) => Promise<infer Answer> ? Answer : never;
type Given<Answer> = Answer | Response | ((call: Call) => Answer | Response | Promise<Answer | Response>);
/** What operations answer in a test, by room and name; the others answer a sample of their contract. */
export type Answers = {
  [Room in keyof typeof api]?: { [Name in keyof (typeof api)[Room]]?: Given<AnswerOf<(typeof api)[Room][Name]>> };
};

export interface ApiOptions {
  answers?: Answers;
  /** Answers before all others, of the login application too; null leaves it to them. */
  first?: (call: Call) => Response | null | Promise<Response | null>;
  text?: SampleText;
}

export const API = "http://localhost:4002";
const PARAMETER = /\{\+?\w+\}/g;

/** The operations that answer with JSON; those with fewer parameters in their path come first, as in a router. */
export const operations: readonly Operation[] = Object.entries(contract)
  .flatMap(([room, named]) =>
    Object.entries(named).flatMap(([name, operation]: [string, unknown]) => {
      if (!isContractProcedure(operation)) return [];
      const { route } = operation["~orpc"];
      const outputSchema: unknown = operation["~orpc"].outputSchema;
      if (route.outputStructure === "detailed" || !(outputSchema instanceof z.ZodType)) return [];
      const path = route.path ?? "";
      return {
        name: `${room}.${name}`,
        method: route.method ?? "POST",
        path: new RegExp(`^${path.replaceAll(PARAMETER, "[^/]+")}$`),
        parameters: [...path.matchAll(PARAMETER)].length,
        output: outputSchema,
      };
    }),
  )
  .toSorted((a, b) => a.parameters - b.parameters);

const isAnswerer = (given: unknown): given is (call: Call) => unknown => typeof given === "function";

/**
 * Answers what a page asks of the API: as the test says, and with a sample of the operation's contract for everything else.
 * Answers the calls, in the order they came.
 */
export function answerApi({ answers = {}, first, text }: ApiOptions = {}): Call[] {
  const calls: Call[] = [];
  const samples = new Samples(text);
  const named = answers as Record<string, Record<string, unknown> | undefined>;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, options?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), options);
    const { method } = request;
    const url = new URL(request.url);
    const asked =
      url.origin === API
        ? operations.find((each) => each.method === method && each.path.test(url.pathname))
        : undefined;
    const call: Call = { name: asked?.name ?? null, method, url, body: await request.text() };
    calls.push(call);
    const early = await first?.(call);
    if (early) return early;
    if (asked === undefined) throw new TypeError(`Nothing answers ${method} ${url.href}.`);
    const [room = "", name = ""] = asked.name.split(".");
    const given = named[room]?.[name] ?? samples.of(asked.output);
    const answer = isAnswerer(given) ? await given(call) : given;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return calls;
}
