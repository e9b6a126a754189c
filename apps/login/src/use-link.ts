import { linkToken } from "./address.ts";
import { login } from "./client.ts";
import { useAnswer } from "./use-answer.ts";

export type Link = Awaited<ReturnType<typeof login.inspectToken>>;

const NO_LINK: Link = { state: "unknown", email: null, first_name: "", last_name: "", joins: [] };

const inspect = (kind: "activate" | "first_run" | "reset") => (): Promise<Link> =>
  linkToken() ? login.inspectToken({ kind, token: linkToken() }) : Promise.resolve(NO_LINK);

const ASK = { activate: inspect("activate"), first_run: inspect("first_run"), reset: inspect("reset") };

/** What has become of the link this page was opened with; null while the server is asked. */
export function useLink(kind: keyof typeof ASK) {
  const { answer, problem } = useAnswer(ASK[kind]);
  return { link: answer, token: linkToken(), problem };
}
