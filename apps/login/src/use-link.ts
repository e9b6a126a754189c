import { linkToken } from "./address.ts";
import { login } from "./client.ts";
import { useAnswer } from "./use-answer.ts";

export type Link = Awaited<ReturnType<typeof login.inspectToken>>;

const NO_LINK: Link = { state: "unknown", email: null, first_name: "", last_name: "", joins: [] };

const inspect = (kind: "activate" | "reset") => (): Promise<Link> =>
  linkToken() ? login.inspectToken({ kind, token: linkToken() }) : Promise.resolve(NO_LINK);

// Whether Kinora is set up is known without a token as well.
const ASK = {
  activate: inspect("activate"),
  first_run: () => login.inspectToken({ kind: "first_run", token: linkToken() }),
  reset: inspect("reset"),
};

/** What has become of the link this page was opened with; null while the server is asked. */
export function useLink(kind: keyof typeof ASK) {
  const { answer, problem, reload } = useAnswer(ASK[kind]);
  return { link: answer, token: linkToken(), problem, reload };
}
