import { readFile } from "node:fs/promises";
import { create } from "fontkit";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import type { Invoice } from "../read-invoices.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { fontsFor } from "./letter-fonts.ts";

const golden = await readFile(new URL("../golden/de-company.json", import.meta.url), "utf8");

/** The golden invoice for a buyer of this name. */
async function pdfFor(buyer: Partial<Invoice["buyer"]>): Promise<Uint8Array> {
  const invoice = { ...(JSON.parse(golden) as Invoice), account_id: 1, credits_number: null };
  return invoicePdf({ ...invoice, buyer: { ...invoice.buyer, ...buyer } });
}

/** The pieces of text of a document's first page, with the place of each. */
async function textOf(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.flatMap((item) =>
    "str" in item && item.str.trim() !== ""
      ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]) }]
      : [],
  );
}

const NAMES = [
  { script: "simplified Chinese", name: "上海浦东影视有限公司", country: "CN" },
  { script: "traditional Chinese", name: "臺北電影股份有限公司", country: "TW" },
  { script: "Japanese", name: "株式会社みなとフィルム", country: "JP" },
  { script: "Korean", name: "주식회사 부산영화", country: "KR" },
  { script: "Arabic", name: "شركة الخليج للتجارة", country: "AE" },
  { script: "Hebrew", name: "שידור ישיר", country: "IL" },
  { script: "Devanagari", name: "भारत फ़ाइनल", country: "IN" },
  { script: "Thai", name: "กรุงเทพ", country: "TH" },
] as const;

test.each(NAMES)(
  "an invoice has the letters of a name in $script, and no more of the font",
  async ({ name, country }) => {
    const pdf = await pdfFor({ name, country });
    const written = (await textOf(pdf)).map(({ text }) => text).join("");
    expect(written.replaceAll(/\s/g, "")).toContain(name.replaceAll(/\s/g, ""));
    expect(pdf.byteLength).toBeLessThan(80_000);
  },
);

test.each(NAMES)("every letter of a name in $script has a glyph", async ({ name, country }) => {
  const fonts = await fontsFor(name, [country]);
  for (const letter of name) {
    const font = fonts.find(({ covers }) => covers(letter.codePointAt(0) ?? 0));
    expect([letter, font?.name]).toEqual([letter, expect.any(String)]);
    if (!font || typeof font.source === "string") continue;
    const opened = create(font.source);
    if (!("layout" in opened)) throw new Error("not a font");
    expect(opened.layout(letter).glyphs.map(({ id }) => id)).not.toContain(0);
  }
});

test("Han characters are drawn as in the buyer's country", async () => {
  const named = async (country: string) => (await fontsFor("直", [country, "DE"])).at(-1)?.name.split("-")[2];
  expect(await Promise.all(["CN", "TW", "JP", "KR", "DE"].map(named))).toEqual(["sc", "tc", "jp", "kr", "sc"]);
});

test("words that go right to left stand in their order, with Latin words and numbers in theirs", async () => {
  const pieces = await textOf(await pdfFor({ name: "שידור (2024) Kinora ישיר" }));
  const line = pieces.find(({ text }) => text.includes("2024"));
  const row = pieces.filter(({ x, y }) => y === line?.y && x < 56 + 200);
  const names = row.toSorted((one, other) => one.x - other.x);
  // From the left: the last word first; parentheses open to the year from both sides.
  expect(names.map(({ text }) => text.trim())).toEqual(["ישיר", "Kinora (2024)", "שידור"]);
});

test("letters of Arabic are joined", async () => {
  const font = (await fontsFor("شركة", ["AE"])).at(-1);
  if (!font || typeof font.source === "string") throw new Error("no font of Arabic");
  const opened = create(font.source);
  if (!("layout" in opened)) throw new Error("not a font");
  const alone = new Set(Array.from("شركة", (letter) => opened.layout(letter).glyphs[0]?.id));
  const joined = opened.layout("شركة").glyphs.map(({ id }) => id);
  expect(joined.some((id) => !alone.has(id))).toBe(true);
});

test("long text without spaces is broken within its column, on the lines below each other", async () => {
  const street = "東京都千代田区丸の内一丁目".repeat(4);
  const pieces = (await textOf(await pdfFor({ street, country: "JP" }))).filter(({ text }) =>
    /[東京都千代田区丸の内一丁目]/.test(text),
  );
  expect(pieces.map(({ text }) => text).join("")).toBe(street);
  expect(new Set(pieces.map(({ y }) => Math.round(y))).size).toBeGreaterThan(2);
  expect(Math.max(...pieces.map(({ x }) => x))).toBeLessThan(56 + 200);
});
