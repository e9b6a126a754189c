import { expect, test } from "vitest";
import { ALL_FEATURES, featuresOf, switchedOffSentence } from "./features.ts";

test("an account's own decision counts more than the installation's, in both directions", () => {
  const installation = { ...ALL_FEATURES, imports: false };
  expect(featuresOf(installation, {})).toEqual(installation);
  expect(featuresOf(installation, { imports: true, livestreams: false })).toEqual({
    ...ALL_FEATURES,
    livestreams: false,
  });
});

test("a refusal names what is switched off", () => {
  expect(switchedOffSentence("restreams")).toBe("Restreaming is switched off for this account by the operator.");
});
