import { LOG_KINDS } from "@kinora/domain/operations/logs.ts";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerApi } from "../../testing/api.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import LogsPage from "./LogsPage.tsx";

beforeEach(() => {
  signedIn();
  answerApi();
});

const OWN = LOG_KINDS.map((kind) => `/advanced/logs/${kind}`);

test.each([
  ["/advanced/logs/video", OWN],
  // The page of videos, while that of livestreams is fetched.
  ["/advanced/logs/live", OWN],
  ["/advanced/logs", ["/advanced/logs", ...OWN.slice(1)]],
])("at %s each tab has an address of its own", async (path, addresses) => {
  await renderPart(<LogsPage kind="video" />, undefined, path);
  const tabs = within(await screen.findByRole("navigation", { name: "Logs of" })).getAllByRole("link");
  expect(tabs.map((tab) => tab.getAttribute("href")?.replace(/\?.*$/, ""))).toEqual(addresses);
});
