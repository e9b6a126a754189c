import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferencesQuery } from "../../platform/preferences.ts";
import { queryClient } from "../../platform/query-client.ts";
import { playerOptionsQuery } from "../../players/player-options.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { EmbedMenu } from "./EmbedMenu.tsx";

let copied: string[];

beforeEach(() => {
  signedIn();
  copied = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText } }));
  // The first step is done, so that copying saves nothing.
  queryClient.setQueryData(preferencesQuery.queryKey, { onboarding: ["embed"] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test.each([
  [{ aspect: "auto", fixed_size: false }, "aspect-ratio:1080/1920"],
  [{ aspect: "4:3", fixed_size: false }, "aspect-ratio:4/3"],
  [{ aspect: "4:3", fixed_size: true }, 'width="320" height="240"'],
] as const)("a code that is copied from a row has the default player's frame of %j", async (frame, size) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(playerOptionsQuery(3).queryKey, [
    {
      id: 1,
      hash: "p1",
      title: "Kiosk",
      is_default: false,
      frame: { aspect: "1:1", fixed_size: false, frame_width: 1, frame_height: 1 },
    },
    { id: 2, hash: "p2", title: "Usual", is_default: true, frame: { ...frame, frame_width: 320, frame_height: 240 } },
  ]);
  await renderPart(<EmbedMenu video={{ hash: "abc", title: "Alps", width: 1080, height: 1920 }} />, client);
  fireEvent.click(await screen.findByRole("button", { name: /Alps/ }));
  fireEvent.click(await screen.findByRole("menuitem", { name: /[Ii]frame/ }));
  await vi.waitFor(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toContain('src="http://localhost:4003/embed/abc"');
  expect(copied[0]).toContain(size);
});
