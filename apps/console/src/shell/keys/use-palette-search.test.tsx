import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aVideo, aVideoPage } from "../../testing/videos.ts";
import { usePaletteSearch } from "./use-palette-search.tsx";

beforeEach(() => {
  signedIn();
  const person = {
    id: 5,
    first_name: "Ada",
    last_name: "Stone",
    email: "ada@harbor.example",
    role: { title: "Viewer" },
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL(new Request(input).url);
    if (pathname.endsWith("/videos"))
      return Response.json(aVideoPage([aVideo({ id: 7, title: "Quay", hash: "harbor123456" })]));
    return Response.json({ data: pathname.endsWith("/users") ? [person] : [] });
  });
});

function Found({ typed }: { typed: string }) {
  const items = usePaletteSearch(typed).filter(({ group }) => group === "people" || group === "videos");
  return items.map(({ key, label, detail }) => (
    <p key={key} role="note" aria-label={label}>
      {detail}
    </p>
  ));
}
const detailOf = async (name: string) => (await screen.findByRole("note", { name })).textContent;

test("people and videos that were found by their mail address or ID show it", async () => {
  await renderPart(<Found typed="harbor" />);
  expect(await detailOf("Ada Stone")).toBe("ada@harbor.example · Viewer");
  expect(await detailOf("Quay")).toMatch(/^harbor123456/);
});

test("a video that was found by its title shows its state alone", async () => {
  await renderPart(<Found typed="qua" />);
  expect(await detailOf("Quay")).not.toContain("harbor123456");
});
