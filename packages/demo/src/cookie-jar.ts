interface Cookie {
  host: string;
  name: string;
  path: string;
  value: string;
}

const LONGEST_CHAIN = 12;

/** Cookies of one client, by host and path as in RFC 6265, without domains and expiry. */
export class CookieJar {
  #cookies: Cookie[] = [];
  readonly #send: (request: Request) => Promise<Response>;

  /** @param send sends a request to where its address is reached. */
  constructor(send: (request: Request) => Promise<Response>) {
    this.#send = send;
  }

  /** The value of the latest cookie of this name. */
  value(name: string): string | undefined {
    return this.#cookies.findLast((cookie) => cookie.name === name)?.value;
  }

  /** The Cookie header for an address. */
  header({ hostname, pathname }: URL): string {
    return this.#cookies
      .filter(({ host, path }) => host === hostname && pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  /** Sends a request with the cookies and keeps those of the response; redirects are not followed. */
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.set("cookie", this.header(url));
    const response = await this.#send(new Request(request, { headers, redirect: "manual" }));
    for (const header of response.headers.getSetCookie()) this.#keep(url.hostname, header);
    return response;
  }

  /** Follows redirects while they stay at `hosts`; returns the first address elsewhere, or the last one. */
  async follow(address: string, hosts: readonly string[]): Promise<string> {
    let at = address;
    for (let hop = 0; hop < LONGEST_CHAIN && hosts.some((host) => at.startsWith(`${host}/`)); hop += 1) {
      const response = await this.fetch(new Request(at));
      const location = response.headers.get("location");
      await response.body?.cancel();
      if (!location) return at;
      at = new URL(location, at).href;
    }
    return at;
  }

  #keep(host: string, header: string): void {
    const [pair = "", ...attributes] = header.split(";").map((part) => part.trim());
    const [name = ""] = pair.split("=");
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice("path=".length) ?? "/";
    const isOver = attributes.some((each) => /^max-age=0$/i.test(each) || /^expires=.*1970/i.test(each));
    this.#cookies = this.#cookies.filter((kept) => kept.host !== host || kept.name !== name || kept.path !== path);
    if (!isOver) this.#cookies.push({ host, name, path, value: pair.slice(name.length + 1) });
  }
}
