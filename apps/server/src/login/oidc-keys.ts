import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import { z } from "zod";

const SETTING = "login.oidc_keys";

const keys = z.object({
  /** RFC 7517: the private key that signs ID tokens. */
  jwks: z.object({ keys: z.array(z.looseObject({ kty: z.string() })) }),
  /** Sign the provider's own cookies; the first signs, all verify. */
  cookieKeys: z.array(z.string()).min(1),
});
export type OidcKeys = z.infer<typeof keys>;

/** The provider's keys, made once per installation and shared by all its machines through the database. */
export async function oidcKeys(db: Database): Promise<OidcKeys> {
  const known = () => db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  const row = await known();
  if (row) return keys.parse(row.value);
  await db
    .insertInto("settings")
    .values({ name: SETTING, value: JSON.stringify(newKeys()) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return keys.parse((await known())?.value);
}

function newKeys(): OidcKeys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = {
    ...privateKey.export({ format: "jwk" }),
    kty: "EC",
    use: "sig",
    alg: "ES256",
    kid: randomBytes(8).toString("hex"),
  };
  return { jwks: { keys: [jwk] }, cookieKeys: [randomBytes(32).toString("base64url")] };
}
