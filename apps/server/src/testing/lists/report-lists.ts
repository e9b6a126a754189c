import { insertRows } from "@kinora/db/testing-rows.ts";
import { sumStored } from "../stored-sums.ts";
import { onDay, type ListMaker, type ListSample, type Place } from "./list-sample.ts";

const RANGE = { from: "2026-01-01", to: "2026-01-31" };

/** Views and bytes of three things, most of them of the first. */
async function insertHours(place: Place, item_kind: "video" | "stream"): Promise<void> {
  const hour = { hour: onDay(2), project_id: place.projectId, item_kind };
  const viewed = { ...hour, browser: "firefox", audience: "viewer" as const };
  const { db } = place.services;
  await insertRows(db, "view_hours", [
    { ...viewed, item_id: 1, player_id: 11, host: "a.example", country: "DE", device: "phone", plays: 3, loads: 3 },
    { ...viewed, item_id: 2, player_id: 12, host: "b.example", country: "FR", device: "tv", plays: 2, loads: 2 },
    { ...viewed, item_id: 3, player_id: 13, host: "c.example", country: "IT", device: "tablet", plays: 1, loads: 1 },
  ]);
  await insertRows(db, "delivery_hours", [
    {
      ...hour,
      item_id: 1,
      kind: "segment",
      height: 1_080,
      player_id: 11,
      host: "a.example",
      country: "DE",
      bytes: 3,
    },
    { ...hour, item_id: 2, kind: "part", height: 720, player_id: 12, host: "b.example", country: "FR", bytes: 2 },
    { ...hour, item_id: 3, kind: "poster", height: 360, player_id: 13, host: "c.example", country: "IT", bytes: 1 },
  ]);
  await sumStored(db, place.projectId);
}

/** What every report can be narrowed by; `rows` are those of the table, that of the most views first. */
function reportOf(rows: ListSample["rows"], kind: "video" | "stream"): ListSample {
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined) throw new RangeError("three rows");
  const other = kind === "video" ? "stream" : "video";
  return {
    query: RANGE,
    rows,
    filters: {
      from: [{ from: "2026-01-03" }, []],
      to: [{ to: "2026-01-01" }, []],
      [kind]: [{ [kind]: 2 }, [second]],
      [other]: [{ [other]: 2 }, []],
      player: [{ player: 13 }, [third]],
      host: [{ host: "a.example" }, [first]],
      country: [{ country: "FR" }, [second]],
      device: [{ device: "tablet" }, [third]],
      own: [{ own: "true" }, rows],
      bots: [{ bots: "true" }, rows],
      granularity: [{ granularity: "month" }, rows],
      compare: [{ compare: "true" }, rows],
    },
  };
}

/** The same report by other dimensions, which has the same filters. */
const dividedBy = (dimensions: Readonly<Record<string, ListSample["rows"]>>): ListSample[] =>
  Object.entries(dimensions).map(([by, rows]) => ({
    query: { ...RANGE, by },
    rows,
    filters: {},
  }));

export const getPlayersReport: ListMaker = async (place) => {
  await insertHours(place, "video");
  const report = reportOf(["11", "12", "13"], "video");
  return [
    { ...report, filters: { ...report.filters, by: [{ by: "browser" }, 1] } },
    ...dividedBy({
      host: ["a.example", "b.example", "c.example"],
      country: ["DE", "FR", "IT"],
      device: ["phone", "tv", "tablet"],
    }),
  ];
};

export const getTopVideosReport: ListMaker = async (place) => {
  await insertHours(place, "video");
  return reportOf([1, 2, 3], "video");
};

export const getTopLivestreamsReport: ListMaker = async (place) => {
  await insertHours(place, "stream");
  return reportOf([1, 2, 3], "stream");
};

export const getBandwidthReport: ListMaker = async (place) => {
  await insertHours(place, "video");
  const rows = ["video 1", "video 2", "video 3"];
  const report = reportOf(rows, "video");
  return [
    // Bytes do not know their device.
    { ...report, filters: { ...report.filters, by: [{ by: "kind" }, 3], device: [{ device: "tablet" }, rows] } },
    ...dividedBy({
      kind: ["segment", "part", "poster"],
      height: ["1080", "720", "360"],
      player: ["11", "12", "13"],
      host: ["a.example", "b.example", "c.example"],
      country: ["DE", "FR", "IT"],
    }),
  ];
};

export const getTranscodeReport: ListMaker = async (place) => {
  const record = (transcodeId: number, day: number) => ({
    ...{ transcode_id: place.projectId * 10 + transcodeId, video_id: transcodeId, title: "A video" },
    ...{ project_id: place.projectId, account_id: place.accountId, state: "complete" as const },
    ...{ finished_at: onDay(day), source_seconds: 1, waited_seconds: 1, encode_seconds: 1 },
    ...{ cpu_seconds: null, failure: null, renditions: "[]" },
  });
  await insertRows(place.services, "transcode_records", [record(1, 4), record(2, 3), record(3, 2)]);
  const rows = [1, 2, 3].map((at) => place.projectId * 10 + at);
  const report = reportOf(rows, "video");
  // What was encoded knows its video alone.
  const everything = Object.fromEntries(
    ["stream", "player", "host", "country", "device"].map((name) => [
      name,
      [report.filters[name]?.[0] ?? {}, rows] as const,
    ]),
  );
  return { ...report, filters: { ...report.filters, ...everything, from: [{ from: "2026-01-03" }, rows.slice(0, 2)] } };
};
