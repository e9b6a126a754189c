import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { ImportCsvDialog } from "./ImportCsvDialog.tsx";

let sent: { path: string; body: Record<string, unknown> }[];

const ITEM = {
  title: "",
  description: "",
  category: null,
  tags: [],
  publish: null,
  publish_at: null,
  ladder_preset: null,
};

/** Answers as the server does: the row has a category that is an error unless it may be created. */
function answer(body: Record<string, unknown>) {
  const errors = body["create_labels"] === true ? [] : ['category: there is none called "News".'];
  const item = { ...ITEM, url: "https://example.com/a.mp4", new_category: "News", new_tags: [] };
  return { data: [{ line: 2, item, errors }], valid: errors.length === 0 ? 1 : 0, ignored_columns: ["published"] };
}

beforeEach(() => {
  signedIn();
  sent = [];
  answerFetch(async (request) => {
    const path = new URL(request.url).pathname;
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ path, body });
    const begun = { message: "1 import has started.", data: [{ url: "x", video_id: 1, message: null }] };
    const data = path.endsWith("/preview") ? answer(body) : begun;
    return Response.json(data);
  });
});

async function choose(file: File) {
  await renderPart(<ImportCsvDialog projectId={3} opened onClose={() => {}} />);
  fireEvent.change(await screen.findByTestId("csv-input"), { target: { files: [file] } });
  await waitFor(() => expect(sent).toHaveLength(1));
}

test("a CSV that a spreadsheet wrote in Windows-1252 is read, and its encoding can be changed", async () => {
  const bytes = Uint8Array.from(Array.from("url;title\r\nhttps://example.com/a.mp4;Fr\u00fchling\r\n"), (letter) =>
    letter.charCodeAt(0),
  );
  await choose(new File([bytes], "list.csv"));
  expect(sent[0]?.body["csv"]).toContain("Fr\u00fchling");
  const field = await screen.findByRole("combobox", { name: "File encoding" });
  expect(field).toHaveProperty("value", "Western European (Windows-1252)");
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole("option", { name: "Cyrillic (Windows-1251)" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body["csv"]).toContain("Fr\u044chling");
});

test("categories that are missing are created when a person says so", async () => {
  await choose(new File(["url,category\nhttps://example.com/a.mp4,News\n"], "list.csv"));
  expect(screen.queryByRole("combobox", { name: "File encoding" })).toBeNull();
  expect(await screen.findByText(/there is none called/)).toBeDefined();
  fireEvent.click(screen.getByRole("checkbox", { name: /^Create missing categories and tags/ }));
  await screen.findByText("1 of 1 rows can be imported.");
  fireEvent.click(screen.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.body).toMatchObject({ items: [{ url: "https://example.com/a.mp4", new_category: "News" }] });
});

test("a column whose name means nothing is named", async () => {
  await choose(new File(["url,published\nhttps://example.com/a.mp4,yes\n"], "list.csv"));
  expect(await screen.findByText("A column is not read: published.")).toBeTruthy();
});
