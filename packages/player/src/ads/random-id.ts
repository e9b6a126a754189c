/** 24 hexadecimal digits. Pages without TLS have no `crypto.randomUUID`. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
