import { SignJWT, type JWTPayload } from "jose";
import { expect, test } from "vitest";
import { readViewerToken, type VerifyingKey } from "./viewer-token.ts";

const secret = new TextEncoder().encode("a secret of the project, of 32 letters");
const keys: VerifyingKey[] = [{ id: 1, kid: "one", algorithm: "HS256", key: secret, endsAt: null }];
const now = new Date("2026-05-01T18:00:00Z");
const inAnHour = now.getTime() / 1000 + 3600;

const read = async (claims: Record<string, unknown>) =>
  readViewerToken(
    await new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret),
    keys,
    now,
  );

test("a token's claims are read, and parts of a second are left out", async () => {
  expect(await read({ video: "abc", exp: inAnHour + 0.7 })).toMatchObject({
    state: "verified",
    claims: { video: "abc", exp: inAnHour },
  });
});

test.each([
  [{ exp: inAnHour * 1000 }, "The claim exp is in milliseconds: write seconds since 1970."],
  [{ exp: inAnHour, nbf: now.getTime() }, "The claim nbf is in milliseconds: write seconds since 1970."],
  [{}, "The claim exp is missing or has another type."],
  [{ exp: String(inAnHour) }, "The claim exp is missing or has another type."],
  [{ exp: inAnHour, jti: "x".repeat(201) }, "The claim jti is too long."],
])("claims %j are refused with what is wrong", async (claims, why) => {
  expect(await read({ video: "abc", ...claims })).toMatchObject({ state: "invalid", why });
});
