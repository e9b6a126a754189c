import { AVATAR_PATH, LOGIN_HEADER, LOGIN_PREFIX, loginContract } from "@kinora/contract/people/login.ts";
import { createORPCClient, ORPCError } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { NoPasskey } from "./no-passkey.ts";

/** Why something was not done: a sentence for the person, and messages by field where the server has any. */
export interface Problem {
  status: number;
  message: string;
  fields: Record<string, string[]>;
}

const OFFLINE: Problem = {
  status: 0,
  message: "The server does not answer. Check your connection and try again.",
  fields: {},
};

interface ErrorBody {
  message?: string;
  errors?: Record<string, string[]>;
}

const link = new OpenAPILink(loginContract, {
  url: `${location.origin}${LOGIN_PREFIX}`,
  headers: { [LOGIN_HEADER]: "1" },
  customErrorResponseBodyDecoder: (body, response) => {
    const { message, errors } = body as ErrorBody;
    return new ORPCError("REFUSED", {
      status: response.status,
      message: message ?? "This did not work.",
      data: errors ?? {},
    });
  },
});

/** The login application's own operations. */
export const login: JsonifiedClient<ContractRouterClient<typeof loginContract>> = createORPCClient(link);

/** What went wrong, in words. */
export function problemOf(error: unknown): Problem {
  if (error instanceof NoPasskey) return { status: 0, message: error.message, fields: {} };
  if (!(error instanceof ORPCError)) return OFFLINE;
  return { status: error.status, message: error.message, fields: error.data as Record<string, string[]> };
}

/** Sends a picture as it is. @throws ORPCError with the server's sentence */
export async function sendAvatar(picture: File): Promise<void> {
  const response = await fetch(AVATAR_PATH, {
    method: "PUT",
    headers: { [LOGIN_HEADER]: "1", "content-type": picture.type },
    body: picture,
  });
  if (response.ok) return;
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const message = response.status === 413 ? "The picture can have up to 2 MB." : (body.message ?? "This did not work.");
  throw new ORPCError("REFUSED", { status: response.status, message, data: {} });
}

/** The answer to a person's question about themselves. */
export type Profile = Awaited<ReturnType<typeof login.getProfile>>;
