import { defaultProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import type { Ladder } from "../queries.ts";
import { EstimatePanel } from "./EstimatePanel.tsx";

const shown = async (history: Ladder["history"]) => {
  await renderPart(<EstimatePanel ladder={defaultProjectLadder} history={history} codecs={[]} />);
  return screen.getByText("Encoding").nextElementSibling;
};

test("nothing is promised about the time before anything was transcoded", async () => {
  expect((await shown([]))?.textContent).toBe("No history yetShown after the first encode on this server.");
});

test("the time comes from transcodes with the same top rung, and says of how many", async () => {
  const history = [
    { label: "1080p", speed: 2, samples: 3 },
    { label: "360p", speed: 20, samples: 9 },
  ];
  expect((await shown(history))?.textContent).toBe("about 5 minBased on 3 encodes on this server");
});

test("without such transcodes the nearest ones are scaled, and named", async () => {
  expect((await shown([{ label: "720p", speed: 9, samples: 1 }]))?.textContent).toMatch(
    /^about \d+ minScaled from 720p videos on this server$/,
  );
});

test("what surround sound takes is named where it is kept", async () => {
  await shown([]);
  expect(screen.queryByText(/surround/)).toBeNull();
  const ladder = { ...defaultProjectLadder, surround: true };
  await renderPart(<EstimatePanel ladder={ladder} history={[]} codecs={[]} />);
  expect(screen.getByText(/surround/).textContent).toBe(
    `${formatBytes(28_800_000)} more for an upload in surround sound.`,
  );
});
