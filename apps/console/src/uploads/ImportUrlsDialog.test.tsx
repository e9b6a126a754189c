import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { batch } from "./batch.ts";
import { ImportUrlsDialog } from "./ImportUrlsDialog.tsx";

let sent: unknown[];

beforeEach(() => {
  signedIn();
  batch.set({ category: null, tags: [], publication: null, publishAt: "", preset: null });
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    sent.push(await new Request(input, init).json());
    const body = { message: "1 import has started.", data: [{ url: "x", video_id: 1, message: null }] };
    return Response.json(body, { status: 202 });
  });
});

function Dialog() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open again
      </button>
      <ImportUrlsDialog projectId={3} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: "input, textarea" }), { target: { value } });

async function filled(header: { name: string; value: string }) {
  await renderPart(<Dialog />);
  await screen.findByRole("dialog");
  write("URLs of video files", "https://files.example.com/a.mp4\nhttps://files.example.com/b.mp4");
  write("Header name", header.name);
  write("Header value", header.value);
}

test("an import takes its header and the preset of new files along, and forgets the header", async () => {
  batch.set({ ...batch.get(), preset: "basic" });
  await filled({ name: "Authorization", value: " Bearer secret " });
  const value = screen.getByLabelText("Header value", { selector: "input" });
  expect(value.getAttribute("type")).toBe("password");
  expect(screen.getByText(/^Sent to files\.example\.com only/)).toBeDefined();
  expect(screen.getByText(/Basic \(360p, 720p\)/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Import 2 videos" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    source: "url",
    items: [
      { url: "https://files.example.com/a.mp4", ladder_preset: "basic" },
      { url: "https://files.example.com/b.mp4", ladder_preset: "basic" },
    ],
    header: { name: "Authorization", value: "Bearer secret" },
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: "Open again" }));
  await screen.findByRole("dialog");
  expect(screen.getByLabelText("Header value", { selector: "input" })).toHaveProperty("value", "");
});

test.each([
  ["", "Bearer secret", "Write the header's name, such as Authorization."],
  ["Host", "evil.example", "The header Host is set by the server itself."],
  ["Authorization", "", "Write the header's value."],
])("the header %j: %j is refused beside its field and nothing is sent", async (name, value, message) => {
  await filled({ name, value });
  fireEvent.click(screen.getByRole("button", { name: "Import 2 videos" }));
  expect(await screen.findByText(message)).toBeDefined();
  expect(sent).toEqual([]);
});

test("without a header none is sent", async () => {
  await filled({ name: "", value: "" });
  fireEvent.click(screen.getByRole("button", { name: "Import 2 videos" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty("header");
});
