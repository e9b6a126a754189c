import { createRoute, createRouter } from "@tanstack/react-router";
import { accountRoutes } from "./account-routes.tsx";
import { advancedRoutes } from "./advanced-routes.tsx";
import { apiView } from "./api-keys/api-view.ts";
import { firstTabRoutes } from "./first-tab-routes.tsx";
import { lazyPage } from "./lazy-page.ts";
import { liveView } from "./live/list/live-view.ts";
import { streamLogView } from "./live/logs/log-view.ts";
import { readStreamSearch } from "./live/stream/stream-view.ts";
import { requirePermission, requireProject } from "./platform/guards.ts";
import { playlistsView } from "./playlists/list/playlists-view.ts";
import { tagView } from "./projects/tags/tag-view.ts";
import { reportRoutes } from "./report-routes.tsx";
import { readTestedItem } from "./restrictions/editor/tested-item.ts";
import { appRoute, errorRoute, publicRoutes, rootRoute } from "./root-routes.tsx";
import { PageError } from "./shell/frame/PageError.tsx";
import { PagePending } from "./shell/frame/PagePending.tsx";
import { importItemsView, importJobsView } from "./uploads/jobs/job-view.ts";
import { logView } from "./uploads/log-view.ts";
import { usersView } from "./users/users-view.ts";
import { libraryView } from "./videos/library/library-view.ts";
import { readVideoSearch } from "./videos/video/video-view.ts";
import { deliveryView } from "./webhooks/delivery-view.ts";

const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/dashboard",
  component: lazyPage(() => import("./dashboard/DashboardPage.tsx"), "dashboard"),
});

const uploadRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/upload",
  beforeLoad: () => requirePermission("video_add"),
  component: lazyPage(() => import("./uploads/UploadPage.tsx"), "uploads", "imports", "videos"),
});

const uploadLogRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/upload/logs",
  validateSearch: logView.read,
  beforeLoad: () => requirePermission("video_add"),
  component: lazyPage(() => import("./uploads/LogPage.tsx"), "uploads", "imports"),
});

const importsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/upload/imports",
  validateSearch: importJobsView.read,
  beforeLoad: () => requirePermission("video_add"),
  component: lazyPage(() => import("./uploads/jobs/ImportJobsPage.tsx"), "uploads", "importJobs"),
});

const importRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/upload/imports/$importId",
  validateSearch: importItemsView.read,
  beforeLoad: () => requirePermission("video_add"),
  component: lazyPage(() => import("./uploads/jobs/ImportJobPage.tsx"), "uploads", "importJobs"),
});

const libraryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/video",
  validateSearch: libraryView.read,
  beforeLoad: () => requirePermission("video_view"),
  component: lazyPage(() => import("./videos/library/LibraryPage.tsx"), "videos", "library"),
});

const videoRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/video/$videoId",
  validateSearch: readVideoSearch,
  beforeLoad: () => requirePermission("video_view"),
  component: lazyPage(
    () => import("./videos/video/VideoPage.tsx"),
    "videos",
    "video",
    "library",
    "restriction",
    "addToPlaylist",
    "embedPages",
  ),
});

const liveRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/live",
  validateSearch: liveView.read,
  beforeLoad: () => requirePermission("streams_view"),
  component: lazyPage(() => import("./live/list/LivePage.tsx"), "live"),
});

const liveLogRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/live/logs",
  validateSearch: streamLogView.read,
  beforeLoad: () => requirePermission("streams_view"),
  component: lazyPage(() => import("./live/logs/LogsPage.tsx"), "live", "streamLog"),
});

const streamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/live/$streamId",
  validateSearch: readStreamSearch,
  beforeLoad: () => requirePermission("streams_view"),
  component: lazyPage(() => import("./live/stream/StreamPage.tsx"), "live", "stream", "streamLog", "restriction"),
});

/** Playlists need a project as well (spec §2). */
const playlistGuard = () => {
  requirePermission("player_view", "playlist_manage");
  requireProject();
};

const playlistsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/playlist",
  validateSearch: playlistsView.read,
  beforeLoad: playlistGuard,
  component: lazyPage(() => import("./playlists/list/PlaylistsPage.tsx"), "playlists"),
});

const playlistRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/playlist/$playlistId",
  beforeLoad: playlistGuard,
  component: lazyPage(() => import("./playlists/view/PlaylistPage.tsx"), "playlists", "embedPages"),
});

const managePlaylistRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/playlist/$playlistId/manage",
  beforeLoad: playlistGuard,
  component: lazyPage(() => import("./playlists/manage/ManagePage.tsx"), "playlists", "managePlaylist", "restriction"),
});

const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/users",
  validateSearch: usersView.read,
  beforeLoad: () => requirePermission("users_view"),
  component: lazyPage(() => import("./users/UsersPage.tsx"), "users", "audit", "roles", "keysLeft"),
});

const playersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/player",
  beforeLoad: () => requirePermission("player_view"),
  component: lazyPage(() => import("./players/list/PlayersPage.tsx"), "players"),
});

const playerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/player/$playerId",
  beforeLoad: () => requirePermission("player_view"),
  component: lazyPage(() => import("./players/editor/PlayerPage.tsx"), "players", "embedPages"),
});

const projectSettingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/settings",
  component: lazyPage(() => import("./projects/settings/ProjectSettingsPage.tsx"), "projects"),
});

const categoriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/categories",
  beforeLoad: () => requirePermission("categories_view"),
  component: lazyPage(() => import("./projects/categories/CategoriesPage.tsx"), "projects"),
});

const tagsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/tags",
  validateSearch: tagView.read,
  beforeLoad: () => requirePermission("tags_view"),
  component: lazyPage(() => import("./projects/tags/TagsPage.tsx"), "projects"),
});

const resolutionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/resolutions",
  beforeLoad: () => requirePermission("resolutions_view"),
  component: lazyPage(() => import("./projects/transcoding/ResolutionsPage.tsx"), "projects"),
});

const mayViewRestrictions = () => requirePermission("referrer_restrictions_view");

const restrictionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/restrictions",
  beforeLoad: mayViewRestrictions,
  component: lazyPage(() => import("./restrictions/profiles/ProfilesPage.tsx"), "restrictions"),
});

const restrictionProfileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/restrictions/$profileId",
  validateSearch: readTestedItem,
  beforeLoad: mayViewRestrictions,
  component: lazyPage(() => import("./restrictions/editor/ProfilePage.tsx"), "restrictions"),
});

const signingKeysRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/restrictions/keys",
  beforeLoad: mayViewRestrictions,
  component: lazyPage(() => import("./restrictions/keys/SigningKeysPage.tsx"), "restrictions"),
});

const deniedRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/restrictions/denied",
  beforeLoad: mayViewRestrictions,
  component: lazyPage(() => import("./restrictions/records/DeniedPage.tsx"), "restrictions", "restriction"),
});

const embedsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/restrictions/embeds",
  beforeLoad: mayViewRestrictions,
  component: lazyPage(() => import("./restrictions/records/EmbedsPage.tsx"), "restrictions"),
});

const analyticsSettingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/analytics",
  beforeLoad: () => requirePermission("ga_view"),
  component: lazyPage(() => import("./analytics/AnalyticsSettingsPage.tsx"), "analyticsProviders"),
});

const adsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/ads",
  beforeLoad: () => requirePermission("ads_view"),
  component: lazyPage(() => import("./ads/AdsPage.tsx"), "ads"),
});

const apiRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/api",
  validateSearch: apiView.read,
  beforeLoad: () => requirePermission("api_view"),
  component: lazyPage(() => import("./api-keys/ApiPage.tsx"), "apiKeys"),
});

const webhooksRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/webhooks",
  beforeLoad: () => requirePermission("webhooks_view"),
  component: lazyPage(() => import("./webhooks/WebhooksPage.tsx"), "webhooks"),
});

const webhookRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/webhooks/$webhookId",
  validateSearch: deliveryView.read,
  beforeLoad: () => requirePermission("webhooks_view"),
  component: lazyPage(() => import("./webhooks/WebhookPage.tsx"), "webhooks"),
});

const routeTree = rootRoute.addChildren([
  publicRoutes,
  errorRoute,
  appRoute.addChildren([
    dashboardRoute,
    uploadRoute,
    uploadLogRoute,
    importsRoute,
    importRoute,
    libraryRoute,
    videoRoute,
    liveRoute,
    liveLogRoute,
    streamRoute,
    playlistsRoute,
    playlistRoute,
    managePlaylistRoute,
    playersRoute,
    playerRoute,
    usersRoute,
    projectSettingsRoute,
    categoriesRoute,
    tagsRoute,
    resolutionsRoute,
    restrictionsRoute,
    restrictionProfileRoute,
    signingKeysRoute,
    deniedRoute,
    embedsRoute,
    adsRoute,
    analyticsSettingsRoute,
    apiRoute,
    webhooksRoute,
    webhookRoute,
    ...reportRoutes,
    ...accountRoutes,
    ...advancedRoutes,
    ...firstTabRoutes,
  ]),
]);

/** Every address of the console (spec §2). */
export const router = createRouter({
  routeTree,
  notFoundMode: "root",
  defaultErrorComponent: ({ error, reset }) => <PageError error={error} reset={reset} />,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 300,
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // A page is shown what it reads of its address; the words it does not know leave the address.
  search: { strict: true },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
