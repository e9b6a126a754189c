import { randomBytes } from "node:crypto";
import type { Services } from "../context.ts";

/** The secret part of the address of a new inbox. */
export const newInboxToken = (): string => randomBytes(24).toString("base64url");

/** The address of an inbox on this installation. */
export const inboxUrl = ({ config }: Pick<Services, "config">, token: string): string =>
  `${config.urls.api}/inbox/${token}`;
