import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../../platform/store.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aVideo } from "../../testing/videos.ts";
import { EmbedTab } from "./EmbedTab.tsx";

const SHAPE = { aspect: "auto", fixed_size: false, frame_width: 640, frame_height: 360 };
const KIOSK = { aspect: "16:9", fixed_size: true, frame_width: 320, frame_height: 240 };

beforeEach(() => {
  signedIn();
  answerFetch(async (_, { pathname }) => {
    if (!pathname.endsWith("/players/options")) return Response.json({ data: [], pagination: { total: 0 } });
    return Response.json({
      data: [
        { hash: "first123", title: "Default player", is_default: true, frame: SHAPE },
        { hash: "other123", title: "Kiosk", is_default: false, frame: KIOSK },
      ],
    });
  });
});

const codes = () =>
  screen
    .getAllByRole<HTMLTextAreaElement>("textbox")
    .map(({ value }) => value)
    .join("\n");

test("the codes have the frame of the player, until another size is chosen", async () => {
  const video = { ...aVideo({ width: 1080, height: 1920 }), project_id: 3 } as VideoDetail;
  await renderPart(
    <EmbedTab
      video={video}
      position={createStore<{ seconds: number | null }>({ seconds: null })}
      onOptions={() => undefined}
    />,
  );
  const select = await screen.findByRole("combobox", { name: "Player" });
  await vi.waitFor(() => expect(codes()).toContain("aspect-ratio:1080/1920"));
  expect(codes()).toContain('data-aspect="1080/1920"');
  fireEvent.click(select);
  fireEvent.click(await screen.findByRole("option", { name: "Kiosk" }));
  await vi.waitFor(() => expect(codes()).toContain('width="320" height="240"'));
  fireEvent.change(screen.getByLabelText("Width"), { target: { value: "400" } });
  expect(codes()).toContain('data-width="400" data-height="240"');
  fireEvent.click(screen.getByRole("radio", { name: "Responsive" }));
  expect(codes()).toContain("aspect-ratio:16/9");
});
