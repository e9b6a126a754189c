import { awaited, by, met, type Demand } from "./spec-coverage.ts";

const shell = by("e2e/shell.test.ts");
const states = by("e2e/console-states.test.ts");
const journey = by("e2e/console.test.ts");
const upload = by("e2e/upload.test.ts");
const access = by("e2e/console-access.test.ts");
const session = by("e2e/session.test.ts");

const screen = by("e2e/upload-screen.test.ts");
const log = by("e2e/upload-log.test.ts");
const home = by("e2e/dashboard.test.ts");
const frame = by("e2e/console-layout.test.ts");
const settings = by("e2e/project-settings.test.ts");
const live = by("e2e/live-console.test.ts");

const flags = shell("each flag opens its own pages and no others");
const ranks = shell("owners see their account, superusers the advanced area");
const visitor = shell("a visitor sees the home page and the not-found page");
const led = shell("someone signed in is led from the public pages");
const menu = shell("the user menu has profile, settings, theme and logout");
const drawers = shell("the sidebar becomes a drawer of 216 pixels below 840");
const trail = shell("the breadcrumb shows dashes as spaces");
const newer = states("a newer console offers to refresh");
const offline = states("without a network nobody goes anywhere");
const copies = journey("the three ways to show a video elsewhere are copied");

/** Who the product is for, its routes and its layout. */
export const screenDemands: Demand[] = [
  ...met("1", [
    ["upload, list and publish videos", journey("two dropped files travel"), journey("a switch publishes a video")],
    ["superusers have an advanced area", ranks],
    ["owners manage the account and make projects", ranks, journey("the new project dialog says what is missing")],
    ["public home page with its tagline, login and register", visitor],
    [
      "sign-in happens elsewhere and comes back to the dashboard",
      session("whoever is signed in already goes straight on"),
    ],
    ["profile and logout are the login application's", menu, session("a person looks after their name")],
    ["playback in an embedded player", journey("the copied frame plays on the edge's own origin")],
  ]),
  ...met("1", [["run livestreams", live("a first livestream needs a name"), live("a test stream goes on air")]]),
  ...awaited("1", "players", ["configure players"]),
  ...awaited("1", "playlists", ["configure playlists"]),
  ...awaited("1", "analytics", ["read analytics"]),
  ...awaited("1", "ads", ["set up ads"]),
  ...awaited("1", "webhooks", ["set up webhooks"]),
  ...awaited("1", "restrictions", ["set up referrer and geo restrictions"]),
  ...met("2", [
    ["/ for visitors, and on to the dashboard for others", visitor, led],
    ["/login leaves for the login service", visitor],
    ["/auth-server-error keeps the target", states("when the login service fails, place and account are forgotten")],
    [
      "/dashboard, as onboarding without projects",
      shell("without a project the dashboard is the onboarding"),
      home("the first steps lead from a project to a film that can be shown"),
      home("who belongs to an account and none of its projects is told whom to ask"),
    ],
    ["/activate for visitors only", visitor, led],
    ["/upload and its logs need their flag", flags],
    ["/video and a video need their flag", flags],
    ["/live, its logs and a stream need their flag", flags],
    ["/analytics goes to its first tab and needs its flag", flags],
    ["/account goes to its first tab and is the owners'", ranks],
    ["/settings goes to the project's settings", led],
    ["the project's settings tabs appear with their flags", flags],
    ["the other settings need their flags", flags],
    ["/users needs its flag", flags],
    ["/advanced goes to its logs and is the superusers'", ranks],
    ["/player and a player need their flag", flags],
    ["/playlist needs its flag and a project", flags, shell("without a project the dashboard is the onboarding")],
    ["not-found page in the public layout", visitor, led],
    ["every route can be opened and used by everybody", access("every page can be used by everybody")],
    ["breadcrumb from the path, dashes and numbers", trail],
    ["breadcrumb hides on narrow windows", trail],
    ["sidebar becomes a drawer of its own width", drawers],
    ["public header becomes a drawer", drawers],
    ["clock", shell("the clock ticks every second")],
    [
      "sidebar links follow the flags",
      flags,
      by("apps/console/src/layout/sidebarLinks.test.ts")("someone who holds everything sees every room"),
    ],
    ["superusers' links", by("apps/console/src/layout/sidebarLinks.test.ts")("only superusers see the advanced group")],
    ["user menu", menu],
    ["no-connection page", offline],
    ["banner, question and cover of a new version", newer],
    ["pagination in two widths", shell("the pages of a list are linked 7 at a time")],
    ["new project dialog", journey("the new project dialog says what is missing")],
    [
      "confirmation of deletions",
      by("apps/console/src/videos/useDeleteVideo.test.tsx")(
        "where there is no trash the question is the specification's, names the video and what goes with it",
      ),
    ],
    ["three copy options of an embeddable item", copies],
    ["project id is copied", shell("the project's id is copied")],
    ["register and reset password", session("a forgotten password is replaced")],
    [
      "upload screen",
      upload("a paused upload stays where it is"),
      screen("a file is looked at before it is sent"),
      screen("new files get what was chosen for them"),
      screen("what does not fit the account or the disk is refused before its first byte"),
    ],
    [
      "upload logs",
      log("a row of the log opens to what happened, step by step"),
      log("the log is narrowed by result, source, person and day"),
    ],
    [
      "categories, tags and resolutions of a project",
      settings("categories: empty, refused, added"),
      settings("tags: many at once, searched from 3 letters"),
      settings("resolutions: presets, a refused ladder"),
    ],
    ["pages fit every width", frame("no page is wider than its window at any width people have")],
    ["fields that complete names become dialogs", frame("a field that completes names asks half a second")],
  ]),
  ...met("2", [
    [
      "livestreams, logs and a stream's page",
      live("the list is searched from 3 letters"),
      live("the log is narrowed and downloaded"),
      live("every part of a livestream is usable by everybody at 390 px"),
    ],
  ]),
  ...awaited("2", "analytics", ["five tabs of analytics"]),
  ...awaited("2", "accounts", ["five tabs of the account", "superusers' pages about accounts, users and projects"]),
  ...awaited("2", "billing", ["pricing and invoices"]),
  ...awaited("2", "ads", ["ads settings"]),
  ...awaited("2", "restrictions", ["restriction settings"]),
  ...awaited("2", "webhooks", ["webhook settings"]),
  ...awaited("2", "players", ["players and a player's page"]),
  ...awaited("2", "playlists", ["playlists, one playlist and its management"]),
];
