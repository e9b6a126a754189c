import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import PlayerPage from "./PlayerPage.tsx";

beforeEach(signedIn);
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const answers = (status: number, message: string) =>
  vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(() => Promise.resolve(Response.json({ message, code: "refused" }, { status })));
const show = (address: string) =>
  renderPart(
    <PlayerPage />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    address,
    (raw) => raw,
    "/player/$playerId",
  );

test.each([
  ["/player/7", 1],
  ["/player/seven", 0],
])("%s, which does not exist, leads back to all players (requests: %i)", async (address, requests) => {
  const server = answers(404, "This player does not exist or belongs to another project.");
  await show(address);
  expect(await screen.findByText("This player does not exist")).toBeTruthy();
  expect(screen.getByRole("link", { name: "All players" }).getAttribute("href")).toBe("/player");
  expect(server).toHaveBeenCalledTimes(requests);
});

test("a player that cannot be read says why and offers another try", async () => {
  answers(503, "The database is busy.");
  await show("/player/7");
  expect((await screen.findByRole("alert")).textContent).toContain("The database is busy.");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});
