import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { VideoDetail } from "../../platform/videos.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { CaptionsTable } from "./CaptionsTable.tsx";

afterEach(cleanup);

const part = async (closed_captions: string[] | null) => {
  signedIn();
  const video = { id: 7, captions: [], closed_captions } as Pick<VideoDetail, "id" | "captions" | "closed_captions">;
  await renderPart(<CaptionsTable video={video as VideoDetail} />);
  await screen.findByText(/^No captions yet/);
};

test("captions within the picture are named beside those of files", async () => {
  await part(["CC1", "CC3"]);
  expect(screen.getByText(/closed captions \(CC1, CC3\)/)).toBeDefined();
});

test.each([[null], [[]]])("of a picture with %j nothing is said", async (found) => {
  await part(found);
  expect(screen.queryByText(/closed captions/)).toBeNull();
});
