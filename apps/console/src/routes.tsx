import { createRoute, createRouter } from "@tanstack/react-router";
import { laterRoutes } from "./laterRoutes.tsx";
import { PageError } from "./layout/PageError.tsx";
import { PagePending } from "./layout/PagePending.tsx";
import { lazyPage } from "./lazyPage.ts";
import { readLiveSearch } from "./live/liveView.ts";
import { readStreamLogSearch } from "./live/streamLogView.ts";
import { readStreamSearch } from "./live/streamView.ts";
import { requirePermission } from "./platform/guards.ts";
import { readTagSearch } from "./projects/tagView.ts";
import { appRoute, publicRoutes, rootRoute } from "./rootRoutes.tsx";
import { readLogSearch } from "./uploads/logView.ts";
import { readLibrarySearch } from "./videos/libraryView.ts";
import { readVideoSearch } from "./videos/videoView.ts";

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
  validateSearch: readLogSearch,
  beforeLoad: () => requirePermission("video_add"),
  component: lazyPage(() => import("./uploads/LogPage.tsx"), "uploads", "imports"),
});

const libraryRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/video",
  validateSearch: readLibrarySearch,
  beforeLoad: () => requirePermission("video_view"),
  component: lazyPage(() => import("./videos/LibraryPage.tsx"), "videos", "library"),
});

const videoRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/video/$videoId",
  validateSearch: readVideoSearch,
  beforeLoad: () => requirePermission("video_view"),
  component: lazyPage(() => import("./videos/VideoPage.tsx"), "videos", "video", "library"),
});

const liveRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/live",
  validateSearch: readLiveSearch,
  beforeLoad: () => requirePermission("streams_view"),
  component: lazyPage(() => import("./live/LivePage.tsx"), "live"),
});

const liveLogRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/live/logs",
  validateSearch: readStreamLogSearch,
  beforeLoad: () => requirePermission("streams_view"),
  component: lazyPage(() => import("./live/LogsPage.tsx"), "live", "streamLog"),
});

const streamRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/live/$streamId",
  validateSearch: readStreamSearch,
  beforeLoad: () => requirePermission("streams_view"),
  component: lazyPage(() => import("./live/StreamPage.tsx"), "live", "stream", "loop", "streamLog"),
});

const usersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/users",
  beforeLoad: () => requirePermission("users_view"),
  component: lazyPage(() => import("./users/UsersPage.tsx"), "users"),
});

const projectSettingsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/settings",
  component: lazyPage(() => import("./projects/ProjectSettingsPage.tsx"), "projects"),
});

const categoriesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/categories",
  beforeLoad: () => requirePermission("categories_view"),
  component: lazyPage(() => import("./projects/CategoriesPage.tsx"), "projects"),
});

const tagsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/tags",
  validateSearch: readTagSearch,
  beforeLoad: () => requirePermission("tags_view"),
  component: lazyPage(() => import("./projects/TagsPage.tsx"), "projects"),
});

const resolutionsRoute = createRoute({
  getParentRoute: () => appRoute,
  path: "/settings/project/resolutions",
  beforeLoad: () => requirePermission("resolutions_view"),
  component: lazyPage(() => import("./projects/ResolutionsPage.tsx"), "projects"),
});

const routeTree = rootRoute.addChildren([
  publicRoutes,
  appRoute.addChildren([
    dashboardRoute,
    uploadRoute,
    uploadLogRoute,
    libraryRoute,
    videoRoute,
    liveRoute,
    liveLogRoute,
    streamRoute,
    usersRoute,
    projectSettingsRoute,
    categoriesRoute,
    tagsRoute,
    resolutionsRoute,
    ...laterRoutes,
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
