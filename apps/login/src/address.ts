const query = new URLSearchParams(location.search);

/** What the address says about where to go afterwards; the server decides whether it may be. */
export const wayBack: { redirect?: string; account_id?: string } = {
  ...(query.get("redirect") ? { redirect: query.get("redirect") ?? "" } : {}),
  ...(query.get("account_id") ? { account_id: query.get("account_id") ?? "" } : {}),
};

/** The same without the account, where no session on an API host begins. */
export const onward: { redirect?: string } = wayBack.redirect === undefined ? {} : { redirect: wayBack.redirect };

/** Whether the password is not enough for what the person is about to do. */
export const needsFactor: boolean = query.get("factor") === "1";

/** The token of the link that is mailed after too many wrong passwords. */
export const confirmation: { confirm?: string } = query.get("confirm") ? { confirm: query.get("confirm") ?? "" } : {};

/** The secret of a link from a mail. */
export const linkToken = (): string => query.get("token") ?? "";

/** Another page of this application that keeps the way back. */
export function pagePath(path: string): string {
  const kept = new URLSearchParams(wayBack).toString();
  return kept ? `${path}?${kept}` : path;
}

/** Leaves for the address the server named. The page in between is not one to come back to. */
export function go(url: string): void {
  location.replace(url);
}
