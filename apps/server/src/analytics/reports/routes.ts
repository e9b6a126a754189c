import { operations, projectGrant } from "../../platform/http/operations.ts";
import { deliveriesBy, deliverySeries, deliveryTotals } from "./delivery-report.ts";
import { withPictures } from "./item-pictures.ts";
import { readLadderAdvice } from "./ladder-advice.ts";
import { streamSeries, streamTotals, withOnAir } from "./on-air.ts";
import { readPlayerPlays } from "./player-plays.ts";
import { readPlaylistPlays } from "./playlist-plays.ts";
import {
  exportBandwidth,
  exportPlayers,
  exportTopLivestreams,
  exportTopVideos,
  exportTranscodes,
} from "./report-export.ts";
import { readReport } from "./reports.ts";
import { readRetention } from "./retention.ts";
import { trafficPrice, withCost } from "./traffic-price.ts";
import { listTranscodeRecords, transcodeSeries, transcodeTotals } from "./transcode-report.ts";
import { readVideoPlays } from "./video-plays.ts";
import { topItems, viewsBy, viewSeries, viewTotals } from "./view-reports.ts";
import { readWatching } from "./watching-now.ts";

const { analytics } = operations;

/** The five reports (spec §2, /analytics). */
export const reportRoutes = {
  getPlayersReport: analytics.getPlayersReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: viewTotals,
      series: viewSeries,
      rows: (reader, filter, period, place) => viewsBy(reader, filter, period, input.by, place),
      since: "views",
    }),
  ),
  getTopVideosReport: analytics.getTopVideosReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: (reader, filter, period) => viewTotals(reader, filter, period, "video"),
      series: (reader, filter, period) => viewSeries(reader, filter, period, "video"),
      async rows(reader, filter, period, place, before) {
        const { rows, total } = await topItems("video")(reader, filter, period, place, before);
        return { rows: await withPictures(context, reader.db, filter.projectId, "video", rows), total };
      },
      since: "views",
    }),
  ),
  getTopLivestreamsReport: analytics.getTopLivestreamsReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: (reader, filter, period) => streamTotals(reader, filter, period, context.clock.now()),
      series: streamSeries,
      async rows(reader, filter, period, place, before) {
        const { rows, total } = await topItems("stream")(reader, filter, period, place, before);
        const onAir = await withOnAir(reader.db, filter.projectId, period, rows, context.clock.now());
        return { rows: await withPictures(context, reader.db, filter.projectId, "stream", onAir), total };
      },
      since: "views",
    }),
  ),
  getVideoRetention: analytics.getVideoRetention.handler(async ({ context, input }) => ({
    data: { parts: await readRetention(context, projectGrant(context), input) },
  })),
  getWatchingNow: analytics.getWatchingNow.handler(async ({ context, input: { kind, item } }) => ({
    data: await readWatching(context, projectGrant(context), { kind, item }),
  })),
  getVideoPlays: analytics.getVideoPlays.handler(async ({ context, input: { ids } }) => ({
    data: await readVideoPlays(context, projectGrant(context), ids),
  })),
  getPlayerPlays: analytics.getPlayerPlays.handler(async ({ context }) => ({
    data: await readPlayerPlays(context, projectGrant(context)),
  })),
  getPlaylistPlays: analytics.getPlaylistPlays.handler(async ({ context, input: { ids } }) => ({
    data: await readPlaylistPlays(context, projectGrant(context), ids),
  })),
  getLadderAdvice: analytics.getLadderAdvice.handler(async ({ context }) => ({
    data: await readLadderAdvice(context, projectGrant(context)),
  })),
  getBandwidthReport: analytics.getBandwidthReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: deliveryTotals,
      series: deliverySeries,
      async rows(reader, filter, period, place) {
        const { rows, total } = await deliveriesBy(reader, filter, period, input.by, place);
        return { rows: withCost(await trafficPrice(reader.db, projectGrant(context)), rows), total };
      },
      since: "deliveries",
    }),
  ),
  getTranscodeReport: analytics.getTranscodeReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: transcodeTotals,
      series: transcodeSeries,
      rows: listTranscodeRecords,
      since: "transcode_records",
    }),
  ),
  exportPlayersReport: analytics.exportPlayersReport.handler(
    ({ context, input: { project_id: _project, ...filter } }) => exportPlayers(context, projectGrant(context), filter),
  ),
  exportTopVideosReport: analytics.exportTopVideosReport.handler(
    ({ context, input: { project_id: _project, ...filter } }) =>
      exportTopVideos(context, projectGrant(context), filter),
  ),
  exportTopLivestreamsReport: analytics.exportTopLivestreamsReport.handler(
    ({ context, input: { project_id: _project, ...filter } }) =>
      exportTopLivestreams(context, projectGrant(context), filter),
  ),
  exportBandwidthReport: analytics.exportBandwidthReport.handler(
    ({ context, input: { project_id: _project, ...filter } }) =>
      exportBandwidth(context, projectGrant(context), filter),
  ),
  exportTranscodeReport: analytics.exportTranscodeReport.handler(
    ({ context, input: { project_id: _project, ...filter } }) =>
      exportTranscodes(context, projectGrant(context), filter),
  ),
};
