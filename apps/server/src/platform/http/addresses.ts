import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route receives what no other route does, and says itself that there is nothing: it makes no address. */
    isFallback?: boolean;
  }
  interface FastifyInstance {
    answered: Addresses;
  }
}

interface Address {
  pattern: string;
  matches: RegExp;
  methods: Set<string>;
}

/** What a server answers: its addresses, and the methods of each. */
class Addresses {
  readonly #known = new Map<string, Address>();

  /** Adds methods of an address, whose parameters are written `:name`, a rest of any length `*`. */
  add(pattern: string, methods: readonly string[]): void {
    const address = this.#known.get(pattern) ?? { pattern, matches: expressionOf(pattern), methods: new Set() };
    for (const method of methods) address.methods.add(method);
    if (address.methods.has("GET")) address.methods.add("HEAD");
    this.#known.set(pattern, address);
  }

  /** Every address with its methods. */
  all(): { pattern: string; methods: string[] }[] {
    return [...this.#known.values()].map(({ pattern, methods }) => ({ pattern, methods: [...methods] }));
  }

  /** The methods that a path answers, in the order of their names and with OPTIONS; none where there is nothing. */
  methodsAt(path: string): string[] {
    const found = [...this.#known.values()].filter(({ matches }) => matches.test(path));
    if (found.length === 0) return [];
    return [...new Set(["OPTIONS", ...found.flatMap(({ methods }) => [...methods])])].toSorted();
  }
}

/** Collects the addresses of all routes that are added from now on. */
export function collectAddresses(app: FastifyInstance): void {
  const addresses = new Addresses();
  app.decorate("answered", addresses);
  app.addHook("onRoute", ({ url, method, config }) => {
    // `OPTIONS *` is the plugin's for CORS, and no address either.
    if (config?.isFallback !== true && url !== "*") addresses.add(url, [method].flat());
  });
}

/**
 * Answers a request that no route took: 204 to OPTIONS and 405 to another method where the address has others, both with
 * `Allow` (RFC 9110, 9.3.7 and 15.5.6), else 404.
 */
export function answerUnrouted(nothingHere: Answer = sendNothingHere): Answer {
  return (request, reply) => {
    const { method, url, id: request_id } = request;
    const allowed = request.server.answered.methodsAt(url.split("?", 1)[0] ?? "/");
    if (allowed.length > 0) reply.header("allow", allowed.join(", "));
    if (method === "OPTIONS" && allowed.length > 0) return reply.status(204).send();
    if (allowed.length > 0 && !allowed.includes(method)) {
      const message = `This address does not take ${method}. It takes ${listed(allowed)}.`;
      return reply.status(405).send({ message, code: "method_not_allowed", request_id });
    }
    reply.removeHeader("allow");
    return nothingHere(request, reply);
  };
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The refusal of an address at which there is nothing. */
export const sendNothingHere: Answer = (request, reply) =>
  reply.status(404).send({ message: "There is nothing at this address.", code: "not_found", request_id: request.id });

const listed = (names: readonly string[]) => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, "[^/]+")
    .replaceAll("*", ".*");
  return new RegExp(`^${source}/?$`);
}
