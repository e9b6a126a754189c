import { fitColumns } from "@kinora/ui/kit/columns.ts";
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { STREAM_METRICS } from "./metrics.ts";
import { itemColumn, STREAM_LEAVING, useFigureColumns, useLastPlayColumn, useRankColumn } from "./report-columns.tsx";
import type { StreamRow } from "./report-queries.ts";

beforeEach(signedIn);

/** Names the columns of the top livestreams (ReportsPage.tsx) that a table of a width shows. */
function Columns({ width }: { width: number }) {
  const figures = useFigureColumns<StreamRow>(
    [...STREAM_METRICS, { id: "bytes", name: "bytes", format: "bytes" }],
    STREAM_LEAVING,
  );
  const title = itemColumn<StreamRow>("Title", "stream", () => () => {});
  const columns = [useRankColumn<StreamRow>(false), title, ...figures, useLastPlayColumn<StreamRow>()];
  const shown = fitColumns(columns, { marks: false, grips: false, actions: 0 }, width);
  return <p data-testid={width}>{shown.map(({ id }) => id).join(" ")}</p>;
}

test("a window of 1280 pixels shows when livestreams were last played and how often their encoders were lost", async () => {
  // 998 is what the sidebar and the page's padding leave of it.
  await renderPart([0, 998, 600].map((width) => <Columns key={width} width={width} />));
  const ids = async (width: number) => (await screen.findByTestId(String(width))).textContent.split(" ");
  expect(await ids(0)).toHaveLength(13);
  const laptop = await ids(998);
  expect(laptop).toEqual(expect.arrayContaining(["rank", "name", "plays", "unique", "ingest_drops", "last_play"]));
  for (const id of ["restream_hours", "sessions"]) expect(laptop).not.toContain(id);
  expect(await ids(600)).toEqual(["rank", "name", "plays", "unique", "watched_seconds"]);
});
