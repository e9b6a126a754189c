/** A call of the API. */
interface Call {
  method: string;
  url: string;
  /** JSON; null without a body. */
  body: string | null;
}

let lastRead: Call | null = null;
let lastChange: Call | null = null;

/** Remembers a call; a body that is no JSON, such as a picture, is left out with its call. */
export function rememberCall(call: Call, contentType: string | null): void {
  if (call.method === "GET") lastRead = call;
  else if (call.body === null || contentType?.startsWith("application/json")) lastChange = call;
}

/** The last change that this page made; before the first one, the last reading. Null before any call. */
export const lastCall = (): Call | null => lastChange ?? lastRead;

/** Copies the last call as a curl command. */
export async function copyLastCall(label: string): Promise<void> {
  const call = lastCall();
  if (call !== null) await copyCall(label, call);
}

/** Copies a call as a curl command that reads an API key from the environment. */
export async function copyCall(label: string, call: Call): Promise<void> {
  const { curlCommand } = await import("./curl.ts");
  const { copyText } = await import("./clipboard.ts");
  const json = call.body === null ? {} : { "Content-Type": "application/json" };
  // The key stands between double quotes, in which the shell puts its value.
  const [first = "", ...rest] = curlCommand({ ...call, headers: json }).split(" \\\n  ");
  await copyText(label, [first, '-H "Authorization: Bearer $KINORA_API_KEY"', ...rest].join(" \\\n  "));
}
