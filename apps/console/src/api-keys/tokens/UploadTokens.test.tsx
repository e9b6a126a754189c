import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { question } from "../../platform/confirm.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { UploadToken } from "./queries.ts";
import { UploadTokens } from "./UploadTokens.tsx";

const TOKEN = "vk_upload_0123456789";

const aToken = (id: number, name: string, change: Partial<UploadToken> = {}): UploadToken => ({
  id,
  name,
  prefix: "vk_upload_0123",
  state: "active",
  uses: 0,
  uses_max: 1,
  max_bytes: null,
  expires_at: "2026-09-21T10:00:00.000Z",
  title: null,
  title_prefix: null,
  category: null,
  tags: [],
  published: false,
  origins: [],
  last_used_at: null,
  created_by: null,
  created_by_key: null,
  created_at: "2026-09-20T10:00:00.000Z",
  ...change,
});

let tokens: UploadToken[];
/** The changes that were sent, with their bodies. */
let changes: { call: string; body: Record<string, unknown> }[];
let answer: () => Response;

beforeEach(() => {
  signedIn();
  tokens = [
    aToken(7, "Contest", { uses: 3, uses_max: 20, max_bytes: 2_000_000_000 }),
    aToken(6, "Old", { state: "used" }),
  ];
  changes = [];
  answer = () =>
    Response.json({ message: "Done.", data: aToken(8, "New", { origins: ["https://a.example"] }), token: TOKEN });
  answerFetch(async (request) => {
    if (request.method === "GET") return Response.json({ data: tokens, more: false });
    const text = await request.text();
    const body = text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
    changes.push({ call: `${request.method} ${new URL(request.url).pathname}`, body });
    return answer();
  });
});

const show = (mayManage = true) => renderPart(<UploadTokens projectId={3} mayManage={mayManage} />);

test("tokens are listed with their uses, and who may not manage them cannot create one", async () => {
  await show(false);
  for (const text of ["Contest", "3 of 20", "2 GB", "Active", "Used up"])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create token" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Actions for Contest" })).toBeNull();
});

test("a token is created, shown once with a page that uses it, and gone afterwards", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Create token" }));
  const name = await screen.findByRole("textbox", { name: "Name" });
  fireEvent.submit(name);
  expect(await screen.findByText("Name can not be empty.")).toBeTruthy();
  fireEvent.change(name, { target: { value: "New" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Uploads" }), { target: { value: "5" } });
  fireEvent.submit(name);
  const shown = await screen.findByRole("textbox", { name: "Token" });
  expect(shown).toHaveProperty("value", TOKEN);
  expect(changes[0]?.call).toBe("POST /projects/3/upload-tokens");
  expect(changes[0]?.body).toMatchObject({ name: "New", uses_max: 5, origins: [], published: false });
  expect(screen.getByRole("textbox", { name: "Page" })).toHaveProperty("value", expect.stringContaining(TOKEN));
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(document.body.innerHTML).not.toContain(TOKEN));
});

test("a refused token keeps the dialog open with the reason at its field", async () => {
  answer = () =>
    Response.json(
      { message: "Choose 1 to 10000 uses.", code: "invalid", errors: { uses_max: ["Choose 1 to 10000 uses."] } },
      { status: 422 },
    );
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Create token" }));
  fireEvent.change(await screen.findByRole("textbox", { name: "Name" }), { target: { value: "New" } });
  fireEvent.submit(screen.getByRole("textbox", { name: "Name" }));
  expect(await screen.findByText("Choose 1 to 10000 uses.")).toBeTruthy();
});

test("a token is revoked after a question", async () => {
  await show();
  fireEvent.click(await screen.findByRole("button", { name: "Actions for Contest" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Revoke" }));
  await waitFor(() => expect(question.get().asked?.title).toBe("Revoke Contest?"));
  question.get().answer(true);
  await waitFor(() => expect(changes).toEqual([{ call: "POST /projects/3/upload-tokens/7/revoke", body: {} }]));
});
