let token: string | null = null;

/** Reads the XSRF cookie the API host sets; it is readable by script on purpose (spec §7). */
export function xsrfCookie(cookies: string): string | null {
  for (const part of cookies.split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name === "XSRF-TOKEN") return decodeURIComponent(value.join("="));
  }
  return null;
}

/** After each response: the cookie becomes the X-XSRF-TOKEN header of the calls that follow. */
export function copyXsrfCookie(): void {
  token = xsrfCookie(document.cookie);
}

/** What to send as X-XSRF-TOKEN, if the API host gave a cookie. */
export function xsrfToken(): string | null {
  if (token === null) copyXsrfCookie();
  return token;
}
