import type { Currency } from "@kinora/domain/billing/money.ts";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { FileButtons } from "./FileButtons.tsx";

beforeEach(signedIn);

test.each<[Currency, string[]]>([
  ["EUR", ["PDF", "XML (UBL)"]],
  ["KWD", ["PDF"]],
])("an invoice in %s is offered as %s", async (currency, names) => {
  const vat = { category: "O" as const, rate: 0, note: null };
  await renderPart(<FileButtons invoice={{ currency, vat }} path="/advanced/invoices/7/file" />);
  const links = await screen.findAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(names);
});
