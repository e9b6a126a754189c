import { createRoute } from "@tanstack/react-router";
import { reportView } from "./analytics/reports/report-view.ts";
import { lazyPage } from "./lazy-page.ts";
import { requirePermission } from "./platform/guards.ts";
import { appRoute } from "./root-routes.tsx";

const ReportsPage = lazyPage(() => import("./analytics/reports/ReportsPage.tsx"), "reports");

type Tab = Parameters<typeof ReportsPage>[0]["tab"];

const reportRoute = <const Path extends string>(path: Path, tab: Tab) =>
  createRoute({
    getParentRoute: () => appRoute,
    path,
    validateSearch: reportView.read,
    beforeLoad: () => requirePermission("analytics_view"),
    component: () => <ReportsPage tab={tab} />,
  });

/** The five reports (spec §2, /analytics). */
export const reportRoutes = [
  reportRoute("/analytics/transcode", "transcode"),
  reportRoute("/analytics/bandwidth", "bandwidth"),
  reportRoute("/analytics/players", "players"),
  reportRoute("/analytics/top-videos", "topVideos"),
  reportRoute("/analytics/top-livestreams", "topLivestreams"),
];
