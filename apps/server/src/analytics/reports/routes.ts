import { operations, projectGrant } from "../../platform/http/operations.ts";
import { deliveriesBy, deliverySeries, deliveryTotals } from "./delivery-report.ts";
import { readReport } from "./reports.ts";
import { readRetention } from "./retention.ts";
import { listTranscodeRecords, transcodeSeries, transcodeTotals } from "./transcode-report.ts";
import { onAirOf, topItems, viewsBy, viewSeries, viewTotals } from "./view-reports.ts";

const { analytics } = operations;

/** The five reports (spec §2, /analytics). */
export const reportRoutes = {
  getPlayersReport: analytics.getPlayersReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: viewTotals,
      series: viewSeries,
      rows: (db, filter, period, place) => viewsBy(db, filter, period, input.by, place),
      since: "view_hours",
    }),
  ),
  getTopVideosReport: analytics.getTopVideosReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: (db, filter, period) => viewTotals(db, filter, period, "video"),
      series: (db, filter, period) => viewSeries(db, filter, period, "video"),
      rows: (db, filter, period, place) => topItems(db, filter, period, "video", place),
      since: "view_hours",
    }),
  ),
  getTopLivestreamsReport: analytics.getTopLivestreamsReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: (db, filter, period) => viewTotals(db, filter, period, "stream"),
      series: (db, filter, period) => viewSeries(db, filter, period, "stream"),
      async rows(db, filter, period, place) {
        const { rows, total } = await topItems(db, filter, period, "stream", place);
        const ids = rows.map(({ id }) => id);
        const onAir = await onAirOf(db, filter.projectId, period, ids, context.clock.now());
        const none = { sessions: 0, live_hours: 0, peak: 0, peak_at: null };
        return { rows: rows.map((row) => ({ ...row, ...(onAir.get(row.id) ?? none) })), total };
      },
      since: "view_hours",
    }),
  ),
  getVideoRetention: analytics.getVideoRetention.handler(async ({ context, input }) => ({
    data: { parts: await readRetention(context, projectGrant(context), input) },
  })),
  getBandwidthReport: analytics.getBandwidthReport.handler(({ context, input }) =>
    readReport(context, projectGrant(context), input, {
      totals: deliveryTotals,
      series: deliverySeries,
      rows: (db, filter, period, place) => deliveriesBy(db, filter, period, input.by, place),
      since: "delivery_hours",
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
};
