/** What the login service says about where an account lives. */
export type HostAnswer = { ok: true; host: string; accountId: number | null } | { ok: false; status: number };

/**
 * Asks `GET {login host}/host` for the API host of an account, or of the caller's own when none is given (spec §7).
 * @throws TypeError when the login service cannot be reached.
 */
export async function requestHost(loginHost: string, accountId: number | null): Promise<HostAnswer> {
  const url = new URL(`${loginHost}/host`);
  if (accountId !== null) url.searchParams.set("account_id", String(accountId));
  const response = await fetch(url, { credentials: "include" });
  if (!response.ok) return { ok: false, status: response.status };
  const body = (await response.json()) as { host?: string | null; account_id?: number | string | null };
  if (!body.host) return { ok: false, status: 502 };
  const account = body.account_id === null || body.account_id === undefined ? null : Number(body.account_id);
  return { ok: true, host: body.host.replace(/\/+$/, ""), accountId: account };
}
