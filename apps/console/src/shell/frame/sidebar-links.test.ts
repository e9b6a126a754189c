import { permissionSet, PERMISSIONS, type Permission } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { sidebarLinks, type SidebarViewer } from "./sidebar-links.ts";

const viewer = (granted: Iterable<Permission>, change: Partial<SidebarViewer> = {}): SidebarViewer => ({
  permissions: permissionSet(granted),
  hasProjects: true,
  owner: false,
  superuser: false,
  ...change,
});

const paths = (links: { to: string }[]) => links.map(({ to }) => to);

// spec: 2.25
test("someone who holds everything sees every room", () => {
  const links = sidebarLinks(viewer(PERMISSIONS, { owner: true, superuser: true }));
  expect(paths(links.main)).toEqual(["/dashboard", "/upload", "/video", "/live", "/player", "/playlist", "/analytics"]);
  expect(paths(links.settings)).toEqual([
    "/settings/project",
    "/settings/ads",
    "/settings/restrictions",
    "/settings/webhooks",
    "/settings/analytics",
    "/settings/api",
  ]);
  expect(paths(links.more)).toEqual(["/users", "/account"]);
  expect(links.advanced).toHaveLength(10);
});

test.each<[Permission, string]>([
  ["video_add", "/upload"],
  ["video_view", "/video"],
  ["streams_view", "/live"],
  ["player_view", "/player"],
  ["player_view", "/playlist"],
  ["analytics_view", "/analytics"],
  ["ads_view", "/settings/ads"],
  ["referrer_restrictions_view", "/settings/restrictions"],
  ["webhooks_view", "/settings/webhooks"],
  ["ga_view", "/settings/analytics"],
  ["api_view", "/settings/api"],
  ["users_view", "/users"],
])("%s shows %s, and without it the link is gone", (permission, path) => {
  const all = (granted: Iterable<Permission>) => {
    const { main, settings, more } = sidebarLinks(viewer(granted));
    return paths([...main, ...settings, ...more]);
  };
  expect(all([permission])).toContain(path);
  expect(all(PERMISSIONS.filter((flag) => flag !== permission))).not.toContain(path);
});

test("an account without projects begins with the onboarding", () => {
  expect(sidebarLinks(viewer([], { hasProjects: false, owner: true })).main).toEqual([
    { to: "/dashboard", label: "onboarding" },
  ]);
});

// spec: 2.26
test("only superusers see the advanced group", () => {
  expect(sidebarLinks(viewer(PERMISSIONS, { owner: true })).advanced).toEqual([]);
});
