import type { StreamState } from "@kinora/domain/live/stream-states.ts";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aStream } from "../../testing/streams.ts";
import type { StreamDetail } from "../queries.ts";
import { StreamControls } from "./StreamControls.tsx";

beforeEach(signedIn);

test.each<[StreamState, StreamDetail["second_publisher"], boolean]>([
  ["not_active", "refuse", true],
  ["loop", "refuse", true],
  ["ended", "refuse", true],
  ["live", "refuse", false],
  ["processing", "refuse", false],
  ["live", "take_over", true],
])("a stream that is %s and whose second encoder is to %s offers this browser: %s", async (state, second, offered) => {
  const stream = aStream({ state, second_publisher: second, whip_url: "https://live.example/whip" });
  await renderPart(<StreamControls stream={stream} onStudio={() => undefined} onDeleted={() => undefined} />);
  expect(screen.queryByRole("button", { name: "Use this browser" }) !== null).toBe(offered);
});
