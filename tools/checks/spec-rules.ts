import { awaited, by, met, type Demand } from "./spec-coverage.ts";

const shell = by("e2e/shell.test.ts");
const states = by("e2e/console-states.test.ts");
const journey = by("e2e/console.test.ts");
const upload = by("e2e/upload.test.ts");
const console_ = (file: string) => by(`apps/console/src/${file}`);
const domain = (file: string) => by(`packages/domain/src/${file}`);

const hostFails = states("when the login service fails, place and account are forgotten");
const configFails = states("a config that fails signs out");
const signedOut = states("a 401 of the login service signs out");
const expired = states("a session that ends under way leads to the login");
const forbids = states("what the server forbids is said in its own words for five seconds");
const otherAccount = states("another account is entered through its host, or not at all");
const otherProject = states("another project starts at the dashboard");
const newer = states("a newer console offers to refresh");
const offline = states("without a network nobody goes anywhere");
const chunk = states("code that does not arrive reloads the page once");
const chunkTests = console_("platform/chunks.test.ts");
const guardLifted = chunkTests("the guard against reloading twice is lifted four seconds after a start");
const fiveSeconds = console_("layout/Toasts.test.tsx")("what the server forbids stands for five seconds");
const versionPoll = console_("platform/version.test.ts")(
  "the index page is looked at when the console starts and each 60 seconds after",
);
const configPoll = console_("platform/place.test.ts")("the config is read again each 60 seconds");
const starting = console_("platform/session.test.ts");
const started = console_("platform/bootstrap.test.ts");
const serverConfig = by("apps/server/src/session/config.test.ts");
const videoFields = by("apps/server/src/videos/fields.test.ts");
const refresh = states("a permission that is taken away closes the page");
const theme = shell("the user menu has profile, settings, theme and logout");
const drawers = shell("the sidebar becomes a drawer of 216 pixels below 840");
const pages = shell("the pages of a list are linked 7 at a time");
const deletes = journey("a video goes to the trash after a question and is shown nowhere");
const noTrash = "where there is no trash the question is the specification's, names the video and what goes with it";
const permanent = console_("videos/useDeleteVideo.test.tsx")(noTrash);
const copies = journey("the three ways to show a video elsewhere are copied");
const saves = journey("what is written about a video is saved with words");
const publishes = journey("a switch publishes a video and says so");
const dialog = journey("the new project dialog says what is missing");
const fields = journey("what the server refuses about a new project stands at its field");
const settings = by("e2e/project-settings.test.ts");
const frame = by("e2e/console-layout.test.ts");
const words = by("e2e/console-words.test.ts");
const home = by("e2e/dashboard.test.ts");
const completes = frame("a field that completes names asks half a second after the last key");
const news = frame("good news stands at the top for two and a half seconds");
const videoWords = words("what fails about a video is said in the specification's words");
const settingWords = words("what fails about categories, tags and the project is said in the same way");
const themeKept = frame("the chosen theme is there again at the next visit");
const throughLogout = frame("a browser that does not count as signed in leaves through the logout");
const counted = home("the figures count up to what is true, and 20 films are recent");
const calls = console_("platform/client.test.ts");
const videoList = console_("videos/VideoList.test.tsx");
const serverAccess = by("apps/server/src/access.test.ts");
const live = by("e2e/live-console.test.ts");

/** Entities, states, validation, permissions, calls, errors and constants. */
export const ruleDemands: Demand[] = [
  ...met("3", [
    [
      "config names every flag",
      serverConfig("the config names each of the 14 flags"),
      domain("permissions.test.ts")("a permission set names every flag"),
    ],
    [
      "config: account_id, project_id, accounts[], categories[], projects[] and countries[]",
      serverConfig("the config names the place, its accounts, projects and categories, and the countries"),
    ],
    [
      "user: id, first_name, last_name, email, avatar_url, role and superuser",
      serverConfig("the user comes with names, address, picture, role"),
    ],
    ["account: id, name, owner", serverConfig("the account says who of its people owns it")],
    ["project: id, name, hash, domain", serverConfig("the config names the place, its accounts, projects")],
    [
      "video: file_id, upload_progress, error and user",
      videoFields("a video in progress names its file, how much of it has arrived"),
    ],
    [
      "video: id, title, description, image_urls, published, category and tags",
      videoFields("a finished video names its texts, pictures by resolution"),
    ],
    ["role's first letter on the avatar", theme],
    ["project with an id that is copied", shell("the project's id is copied")],
    ["order in which pictures stand in for each other", domain("videos.test.ts")("pictures fall back from 1440p")],
    ["three lists of videos", domain("videos.test.ts")("only complete videos stand in the completed list")],
    [
      "realtime progress has its shape",
      console_("platform/progressEvents.test.ts")("a pushed progress is read only when it has the shape of one"),
    ],
    [
      "script, frame and link of an embeddable item",
      domain("embed.test.ts")("the three copy options point at the edge"),
    ],
    [
      "pagination: page, max, per_page, total, from and to",
      videoFields("a list says its page, its last page, rows a page"),
      pages,
    ],
    ["browser remembers account and project", hostFails, otherAccount, otherProject],
    ["browser remembers whether one is signed in", configFails, throughLogout],
    ["browser remembers that it reloaded", chunk],
    ["theme is kept as 1 or 0", theme, themeKept],
    ["an option of a field that completes names", completes],
  ]),
  ...met("3", [
    [
      "a livestream's labels",
      live("a first livestream needs a name, and its page shows where to send to"),
      console_("live/StreamStatus.test.tsx")("a livestream says its state in words"),
    ],
  ]),
  ...awaited("3", "players", ["a player's labels"]),
  ...awaited("3", "billing", ["an account's billing labels"]),
  ...met("4", [
    ["bootstrap: host first, with the remembered account", otherAccount, hostFails],
    ["bootstrap: 401 of the host leads to the login", signedOut],
    ["bootstrap: any other failure of the host", hostFails],
    [
      "bootstrap: the same account keeps its project",
      starting("the account of the last visit keeps its project"),
      started("the stored account loads the config of the stored project"),
    ],
    [
      "bootstrap: the same account without a project loads the account's config",
      starting("the account of the last visit without a project"),
      started("the stored account without a project loads the config of the account"),
    ],
    [
      "bootstrap: another account clears what was stored",
      starting("another account than that of the last visit starts without its project"),
      started("another account forgets the place and loads that account"),
    ],
    [
      "bootstrap: a 401 of the config leads to the login",
      starting("a 401 of the config forgets who was here"),
      started("a config refused for want of a session leads to the login"),
    ],
    ["bootstrap: failure of the config, with words", configFails],
    ["without a user the way leads to the login", shell("a visitor sees the home page and the not-found page")],
    ["without the mark of being signed in the way leads through the logout", throughLogout],
    ["a flagged version loads the target page anew", newer],
    ["missing permissions lead to the dashboard", shell("each flag opens its own pages and no others")],
    ["offline blocks navigation until online", offline],
    ["missing code reloads once, guarded for 4 s", chunk, guardLifted],
    ["code has 120 s to arrive", chunkTests("a page's code has 120 seconds to arrive")],
    [
      "version check by the index page's date",
      newer,
      versionPoll,
      by("apps/server/src/roles/console.test.ts")("the version check can read when the index page changed"),
    ],
    ["config refreshes by itself each 60 s", refresh, configPoll],
    [
      "a failed upload keeps its reason",
      upload("a failed upload is retried by hand"),
      home("each trouble has one thing to do, and is gone when it is done"),
    ],
    [
      "a finished conversion leaves the in-progress list",
      console_("platform/videos.test.ts")("a finished conversion makes the lists be read anew"),
    ],
    ["publish toggles", publishes],
    [
      "progress is pushed per video",
      console_("platform/videos.test.ts")("a pushed progress moves the row it belongs to"),
    ],
    ["switching the account, and staying when no host comes back", otherAccount],
    ["switching the project", otherProject],
    [
      "an upload under way outlives a new version",
      frame("a new version does not cut off an upload: pages do not reload by themselves"),
    ],
    ["words of a video's states", journey("two dropped files travel")],
    [
      "a category's state can change",
      by("apps/server/src/videos/categories.test.ts")("a category that is off stays with its videos"),
    ],
  ]),
  ...met("4", [
    [
      "a stream's states, pause and unpause",
      by("packages/domain/src/streams.test.ts")("goes from connecting to live"),
      by("e2e/live.test.ts")("pausing shows the slate"),
    ],
  ]),
  ...met("5", [
    ["new project: both fields required, in exact words", dialog],
    ["new project: the server's words at each field", fields],
    ["new project: Enter submits, editing clears", dialog, fields],
    [
      "search begins with the third letter",
      console_("platform/useSettled.test.ts")("a search begins with the third letter"),
    ],
    [
      "hint of 3 characters where names are completed",
      settings("on a phone the field that completes names is a dialog of its own"),
    ],
    ["a field that completes names waits 500 ms", completes],
    [
      "required names of categories and tags",
      settings("categories: empty, refused, added"),
      settings("tags: many at once, searched from 3 letters"),
    ],
    ["names of categories", domain("categories.test.ts")("a slug that is taken gets the next free number")],
  ]),
  ...awaited("5", "billing", ["required fields of an address and a price"]),
  ...awaited("5", "players", ["a player's title is required"]),
  ...met("6", [
    ["sidebar items follow the flags", shell("each flag opens its own pages and no others")],
    ["owners only: account pages", shell("owners see their account, superusers the advanced area")],
    ["superusers only: advanced area", shell("owners see their account, superusers the advanced area")],
    [
      "the server enforces what the console hides",
      serverAccess("a member without the permission is refused"),
      serverAccess("another tenant's thing and one that does not exist answer alike"),
    ],
    ["signed-in users only", serverAccess("a visitor is sent to sign in")],
  ]),
  ...met("7", [
    ["cookie becomes a header after each answer", calls("after each response the XSRF cookie becomes the header")],
    ["401 resets and leads to the login", expired],
    ["403 is said for five seconds", forbids, fiveSeconds],
    ["HEAD of the index page", newer],
    ["host, with an optional account", otherAccount],
    ["config by project or account", otherProject],
    ["a project is made", dialog],
    ["a category is made", by("apps/server/src/videos/categories.test.ts")("new categories stand at the end")],
    ["a video's data is saved", saves],
    ["a video is published", publishes],
    ["a video is deleted", deletes],
    ["a project is deleted", settings("an owner deletes the project by typing its name")],
    ["the recent list holds 20", counted],
    ["a field that completes names asks in lower case", completes],
    ["the in-progress list is asked for literally", calls("the in-progress list is asked for exactly")],
  ]),
  ...met("8", [
    ["401", expired],
    ["403", forbids, fiveSeconds],
    ["an account that can not be changed", otherAccount],
    ["a video is saved, or is not", saves, videoWords],
    [
      "published, and what goes wrong with it",
      publishes,
      videoWords,
      videoList("a refused publish is taken back, with words"),
    ],
    ["a video is deleted, or is not", deletes, videoWords],
    [
      "a project is saved and deleted, or is not",
      settings("settings: fields are checked, saved, discarded and guarded"),
      settings("an owner deletes the project by typing its name"),
      settingWords,
    ],
    ["messages about categories", settings("categories: empty, refused, added"), settingWords],
    ["messages about tags", settings("tags: many at once, searched from 3 letters"), settingWords],
    ["copied to the clipboard, or not", copies, news],
    ["question before what is permanent", permanent],
    ["unknown translation key", console_("texts.test.ts")("a key without a text is logged once")],
    ["text of the new version", newer],
  ]),
  ...met("8", [
    [
      "questions before pausing and unpausing a stream",
      live("a test stream goes on air, is paused and unpaused with questions"),
      console_("live/StreamStatus.test.tsx")("pausing a stream is asked about first"),
      console_("live/StreamStatus.test.tsx")("unpausing a stream is asked about first"),
    ],
  ]),
  ...awaited("8", "players", ["messages about players"]),
  ...met("9", [
    ["version poll and config refresh each 60 s", versionPoll, configPoll],
    ["clock tick", shell("the clock ticks every second")],
    ["reload guard is lifted after 4 s", guardLifted],
    ["code's time to arrive, 120 s", chunkTests("a page's code has 120 seconds to arrive")],
    ["breakpoints of header, sidebar and breadcrumb", drawers, shell("the breadcrumb shows dashes as spaces")],
    ["breakpoint and number of page links", pages],
    ["default page size", pages, videoFields("a list says its page, its last page, rows a page")],
    ["error toast's time", fiveSeconds],
    [
      "toasts at the top for 2.5 s",
      news,
      console_("layout/Toasts.test.tsx")("good news stands for two and a half seconds"),
    ],
    ["time and breakpoint of fields that complete names", completes],
    ["20 recent videos", counted],
    ["default locale", console_("texts.test.ts")("the console speaks English")],
    [
      "animated counters",
      counted,
      by("packages/ui/src/counter.test.ts")("a counter goes a fifth of the way at each step"),
      by("packages/ui/src/counter.test.ts")("a counter steps each 20 milliseconds"),
    ],
    ["number format", by("packages/ui/src/formats.test.ts")("numbers keep three fraction digits")],
    ["drawer's width", drawers],
  ]),
  ...awaited("9", "analytics", ["line charts"]),
];
