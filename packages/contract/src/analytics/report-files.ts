import { DELIVERY_DIMENSIONS, EXPORT_ROWS_MAX, VIEW_DIMENSIONS } from "@kinora/domain/analytics/reports.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { csvFile } from "../shapes.ts";
import { exportInput } from "./report-input.ts";

const exported = (path: string, table: string) =>
  operation(holds("analytics_export", "project")).route({
    method: "GET",
    path: `/projects/{project_id}/analytics/${path}.csv`,
    outputStructure: "detailed",
    tags: ["Analytics"],
    summary: `${table} as CSV, up to ${EXPORT_ROWS_MAX} rows; moments are in UTC, and shares are 0–1.`,
  });

export const exportPlayersReport = exported("players", "The table of the report on players")
  .input(exportInput({ by: z.enum(VIEW_DIMENSIONS).default("player") }))
  .output(csvFile);

export const exportTopVideosReport = exported("top-videos", "The videos that were played most")
  .input(exportInput({}))
  .output(csvFile);

export const exportTopLivestreamsReport = exported("top-livestreams", "The livestreams that were watched most")
  .input(exportInput({}))
  .output(csvFile);

export const exportBandwidthReport = exported("bandwidth", "The table of the report on bandwidth")
  .input(exportInput({ by: z.enum(DELIVERY_DIMENSIONS).default("item") }))
  .output(csvFile);

export const exportTranscodeReport = exported("transcode", "The transcodes of a range, the newest first,")
  .input(exportInput({}))
  .output(csvFile);
