/** A request as a command for a POSIX shell. */
interface CurlRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Null for a request without a body. */
  body: string | null;
}

/** Writes a request as a curl command; values are quoted so that a shell reads nothing into them. */
export function curlCommand({ method, url, headers = {}, body }: CurlRequest): string {
  const options = [
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  const verb = method === "GET" ? "" : `-X ${method} `;
  // Without -g curl reads brackets and braces of a URL as ranges and lists.
  const literal = /[[\]{}]/.test(url) ? "-g " : "";
  return [`curl ${literal}${verb}${quoted(url)}`, ...options].join(" \\\n  ");
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
