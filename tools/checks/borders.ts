import type { IForbiddenRuleType } from "dependency-cruiser";
import { type ConsoleNeighbour, consoleNeighbours, consoleRooms } from "./console-rooms.ts";
import {
  allowedNeighbours,
  type Neighbour,
  neighboursInTests,
  openToCommands,
  openToDemo,
  serverRooms,
} from "./rooms.ts";

const TEST = String.raw`\.test\.tsx?$`;
const FIXTURE = "/(testing|fixtures?|conformance)[/.-]";
// A test of a whole way through the product (upload to playable) runs the tasks of every room or starts a whole role.
const EVERY_ROOM = String.raw`^apps/server/src/((rooms|composition)\.ts$|processes/)`;
const OURS = "^(apps|packages)/";
// npm also installs packages below a workspace.
const INSTALLED = "/node_modules/";
const SERVER = "^apps/server/src/";
const CONSOLE = "^apps/console/src/";

const inPackages = (...names: string[]): string => `^packages/(${names.join("|")})/`;
const named = (folder: string, file: string): string => `${folder}${file.replaceAll(".", String.raw`\.`)}$`;
const anyOf = (patterns: readonly string[]): string => patterns.join("|");

interface Border {
  name: string;
  comment: string;
  /** Which files the border surrounds, as a regular expression on paths from the repository's root. */
  from: string;
  /** Which of our own files those may import. Tests may import fixtures besides; a fixture puts together what it needs. */
  may: readonly string[];
  /** What their tests may import besides, to set the stage. */
  mayInTests?: readonly string[];
}

function rulesOf({ name, comment, from, may, mayInTests = [] }: Border): IForbiddenRuleType[] {
  return [
    {
      name,
      comment,
      severity: "error",
      from: { path: from, pathNot: anyOf([TEST, FIXTURE]) },
      to: { path: OURS, pathNot: anyOf([...may, INSTALLED]) },
    },
    {
      name: `${name}-in-tests`,
      comment: `${comment} Tests may import fixtures besides.`,
      severity: "error",
      from: { path: `${from}.*${TEST}` },
      to: { path: OURS, pathNot: anyOf([...may, ...mayInTests, FIXTURE, EVERY_ROOM, INSTALLED]) },
    },
  ];
}

function packageBorders(): Border[] {
  const reaches: Record<string, string[]> = {
    domain: [],
    contract: ["domain"],
    client: ["contract"],
    db: ["domain"],
    media: ["domain"],
    storage: [],
    player: ["domain"],
    ui: [],
  };
  return Object.entries(reaches).map(([name, may]) => ({
    name: `package-${name}`,
    comment: may.length > 0 ? `packages/${name} knows ${may.join(", ")} only.` : `packages/${name} knows none of ours.`,
    from: `^packages/${name}/`,
    may: [inPackages(name, ...may)],
  }));
}

function serverBorders(neighbours: readonly Neighbour[]): Border[] {
  const rooms = serverRooms.map((room) => ({
    name: `server-room-${room}`,
    comment: "A room imports itself, the platform and packages; it reads others by join and reacts to their events.",
    from: `${SERVER}${room}/`,
    may: [
      `${SERVER}(${room}|platform)/`,
      String.raw`${SERVER}context\.ts$`,
      inPackages("contract", "domain", "db", "storage", "media"),
      ...neighbours.filter(({ from }) => from === room).map(({ to }) => named(SERVER, to)),
    ],
    mayInTests: neighboursInTests.filter(({ from }) => from === room).map(({ to }) => named(SERVER, to)),
  }));
  return [
    ...rooms,
    {
      name: "server-platform",
      comment: "Kinora carries the rooms and knows none of them.",
      from: `${SERVER}platform/`,
      may: [`${SERVER}platform/`, String.raw`${SERVER}context\.ts$`, inPackages("contract", "db", "storage", "domain")],
    },
    {
      name: "server-tls",
      comment: "The process that speaks TLS passes requests on and knows no room.",
      from: `${SERVER}tls/`,
      may: [`${SERVER}(tls|platform)/`],
    },
    {
      name: "server-supervisor",
      comment: "The supervisor starts roles; of the rooms it loads only what makes the first link.",
      from: `${SERVER}supervisor/`,
      may: [
        `${SERVER}(supervisor|platform)/`,
        `${SERVER}tls/(connections|public-places)\\.ts$`,
        `${SERVER}login/first-run\\.ts$`,
        inPackages("db", "media", "domain", "storage"),
      ],
    },
    {
      name: "server-cli",
      comment:
        "A command calls the files of rooms that are open to it, or the API like every other client; never routes, tasks or queries.",
      from: `${SERVER}cli/`,
      may: [
        `${SERVER}(cli|platform|supervisor)/`,
        `${SERVER}tls/public-places\\.ts$`,
        String.raw`${SERVER}(composition|context|rooms|router)\.ts$`,
        ...openToCommands.map((file) => named(SERVER, file)),
        inPackages("contract", "db", "media", "domain", "storage"),
      ],
    },
  ];
}

/** What fills an installation with a demo is no part of the product; it is a client of its API that may call a few files of the server. */
const demoBorder: Border = {
  name: "package-demo",
  comment: "The demo calls the API, the operator's command line, and the files of the server that are open to it.",
  from: "^packages/demo/",
  may: [
    inPackages("demo", "contract", "db", "domain", "media"),
    String.raw`${SERVER}context\.ts$`,
    ...openToDemo.map((file) => named(SERVER, file)),
  ],
  // A whole product, with its worker.
  mayInTests: [named(SERVER, "platform/jobs/worker.ts")],
};

function consoleBorders(neighbours: readonly ConsoleNeighbour[]): Border[] {
  const client = inPackages("contract", "domain", "ui", "player");
  return [
    ...consoleRooms.map((room) => ({
      name: `console-room-${room}`,
      comment: "A console room imports itself, the console's platform and shell, and the packages made for browsers.",
      from: `${CONSOLE}${room}/`,
      may: [
        `${CONSOLE}(${room}|platform|shell)/`,
        client,
        ...neighbours
          .filter(({ from }) => from.includes(room))
          .flatMap(({ to }) => to.map((file) => named(CONSOLE, file))),
      ],
    })),
    {
      name: "console-platform",
      comment: "The console's platform and shell carry the rooms and know none of them.",
      from: `${CONSOLE}(platform|shell)/`,
      may: [`${CONSOLE}(platform|shell)/`, client],
    },
  ];
}

function browserBorders(): Border[] {
  return [
    {
      name: "login-app",
      comment: "The login application stands alone.",
      from: "^apps/login/",
      may: ["^apps/login/", inPackages("contract", "domain", "ui")],
    },
    {
      name: "embed-app",
      comment: "The public player page stays small: the player and the rules, nothing else.",
      from: "^apps/embed/",
      may: ["^apps/embed/", inPackages("player", "domain")],
    },
  ];
}

/** Borders no list of neighbours can open. */
const fixedRules: IForbiddenRuleType[] = [
  {
    name: "packages-never-apps",
    severity: "error",
    from: { path: "^packages/", pathNot: "^packages/demo/" },
    to: { path: "^apps/" },
  },
  {
    name: "product-without-demo",
    comment: "What ships runs without the demo, which is made with it.",
    severity: "error",
    from: { path: OURS, pathNot: "^packages/demo/" },
    to: { path: "^packages/demo/" },
  },
  {
    name: "apps-never-another-app",
    severity: "error",
    from: { path: "^apps/([^/]+)/" },
    to: { path: "^apps/", pathNot: "^apps/$1/" },
  },
  {
    name: "domain-imports-nothing",
    comment: "Rules are pure: no library, no Node module.",
    severity: "error",
    from: { path: "^packages/domain/src/", pathNot: TEST },
    to: { pathNot: "^packages/domain/src/" },
  },
  {
    name: "contract-imports-schemas-only",
    comment: "The contract is data: the domain, zod and oRPC's contract builder.",
    severity: "error",
    from: { path: "^packages/contract/src/", pathNot: TEST },
    to: { pathNot: String.raw`^packages/(contract|domain)/|(^|/)node_modules/(zod|@orpc/contract)/` },
  },
  {
    name: "server-composition-stays-on-top",
    comment:
      "main.ts, composition.ts, processes/, router.ts and rooms.ts put rooms together; nothing a room or the platform does needs them.",
    severity: "error",
    from: { path: `${SERVER}(platform|${serverRooms.join("|")})/`, pathNot: anyOf([TEST, FIXTURE]) },
    to: { path: String.raw`${SERVER}(processes/|supervisor/|cli/|(composition|rooms|main)\.ts$)` },
  },
  {
    name: "server-context-as-a-type",
    comment: "Rooms are handed the context; importing its value would load every room into every room.",
    severity: "error",
    from: { path: `${SERVER}(platform|${serverRooms.join("|")})/`, pathNot: anyOf([TEST, FIXTURE]) },
    to: { path: String.raw`${SERVER}context\.ts$`, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "browser-code-without-node",
    severity: "error",
    from: {
      path: "^(packages/(domain|contract|ui|player)|apps/(console|login|embed))/src/",
      pathNot: anyOf([TEST, FIXTURE]),
    },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "browser-apps-without-server-packages",
    severity: "error",
    from: { path: "^(packages/(ui|player)|apps/(console|login|embed))/" },
    to: { path: inPackages("db", "storage", "media") },
  },
  {
    name: "product-without-tests",
    comment: "What ships imports no test and no fixture.",
    severity: "error",
    from: { path: "^(apps|packages)/[^/]+/src/", pathNot: anyOf([TEST, FIXTURE]) },
    to: { path: anyOf([TEST, FIXTURE, "^(e2e|bench|tools)/"]), pathNot: "node_modules" },
  },
  {
    name: "no-circle",
    comment:
      "Files that import each other, values or types, are one file or lack a third. A circle of values loads in no order.",
    severity: "error",
    from: { path: OURS },
    to: { circular: true },
  },
  {
    name: "every-import-resolves",
    severity: "error",
    from: { path: OURS },
    to: { couldNotResolve: true },
  },
];

/**
 * Every border of the house as dependency-cruiser rules: what docs/architecture.md draws, made to fail.
 * @param neighbours the reviewed exceptions between server rooms.
 * @param inConsole those between rooms of the console.
 */
export function borderRules(
  neighbours: readonly Neighbour[] = allowedNeighbours,
  inConsole: readonly ConsoleNeighbour[] = consoleNeighbours,
): IForbiddenRuleType[] {
  const borders = [
    ...packageBorders(),
    ...serverBorders(neighbours),
    demoBorder,
    ...consoleBorders(inConsole),
    ...browserBorders(),
  ];
  return [...borders.flatMap(rulesOf), ...fixedRules];
}
