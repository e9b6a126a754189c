import { errors } from "oidc-provider";
import { expect, test } from "vitest";
import { sharedServices } from "../testing/fixtures.ts";
import { oidcAdapter } from "./oidc-adapter.ts";

const services = await sharedServices();

test("of ten requests with one authorization code at the same moment, one has it", async () => {
  const codes = oidcAdapter(services.db)("AuthorizationCode");
  await codes.upsert("a-code", { grantId: "a-grant" }, 60);
  const answers = await Promise.allSettled(Array.from({ length: 10 }, () => codes.consume("a-code")));
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(9);
  for (const answer of refused) expect(answer).toMatchObject({ reason: expect.any(errors.InvalidGrant) });
  expect(await codes.find("a-code")).toMatchObject({ consumed: expect.any(Number) });
});
