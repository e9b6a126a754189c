import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import type { Profile } from "../queries.ts";
import { useProfileColumns } from "./profile-columns.tsx";

function Rules({ of }: { of: Partial<Profile["policy"]> }) {
  const column = useProfileColumns().find(({ id }) => id === "domains");
  return <p role="note">{column?.cell({ policy: { ...OPEN_POLICY, ...of } } as Profile, { phone: true })}</p>;
}

test.each<[rules: string, of: Partial<Profile["policy"]>]>([
  ["Any domain", {}],
  ["Signed · Any domain", { signed: true }],
  [
    "Password · Domains: 2 allowed",
    { password: true, referrers: { mode: "only", entries: ["a.example", "b.example"], empty: false } },
  ],
  ["Any domain · Countries: 1 blocked", { countries: { mode: "block", codes: ["DE"], unknown: true } }],
])("on a phone the row of a profile names its rules: %s", async (rules, of) => {
  await renderPart(<Rules of={of} />);
  expect(screen.getByRole("note").textContent).toBe(rules);
});
