import { PASS } from "../paths.ts";

const MEMBER_PASS = new RegExp(`^${PASS}$`);

/** A parameter of a query as Fastify parses it. */
export type AskedText = string | string[] | undefined;

/** The pass of a member or a viewer in a query. */
export const readPass = (value: AskedText): string | null =>
  typeof value === "string" && MEMBER_PASS.test(value) ? value : null;

/** The signed playback token in a query. It has dots (RFC 7515 §3.1); passes have none. */
export const readToken = (value: AskedText): string | null =>
  typeof value === "string" && value !== "" && !MEMBER_PASS.test(value) ? value : null;
