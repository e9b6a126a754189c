import type { Database } from "@kinora/db/connect.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { restoreCaller } from "../platform/access/acting.ts";
import type { PassHolder } from "../platform/access/playback-token.ts";
import { findGrant } from "../platform/access/scope.ts";
import { RecentValues } from "../platform/process/recent-values.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** Maximum age of rights while the database is unavailable or slow. */
const AWAY_MS = 60_000;
const MAXIMUM_HOLDERS = 5_000;

/** The tenant a video belongs to, and the person who uploaded it. */
export interface PassVideo {
  accountId: number;
  projectId: number;
  uploaderId: number | null;
}

/** The current rights of a pass's holder on a video. */
export interface PassRights {
  view: boolean;
  download: boolean;
}

export const NO_RIGHTS: PassRights = { view: false, download: false };

/** The rights of passes' holders, at most two seconds old: a pass ends with the membership or key it was made for. */
export class HoldersRights {
  readonly #permissions: RecentValues<ReadonlySet<Permission>>;

  constructor(db: Database, now: () => number) {
    this.#permissions = new RecentValues({
      load: (key) => readPermissions(db, key),
      freshMs: FRESH_MS,
      staleMs: AWAY_MS,
      patienceMs: PATIENCE_MS,
      maximumValues: MAXIMUM_HOLDERS,
      now,
    });
  }

  /** Like `of`, from the cache only: undefined when the answer is not cached or too old. */
  known(holder: PassHolder, video: PassVideo): PassRights | undefined {
    const held = this.#permissions.fresh(keyOf(holder, video));
    return held && rights(held, holder, video);
  }

  async of(holder: PassHolder, video: PassVideo): Promise<PassRights> {
    const held = await this.#permissions.get(keyOf(holder, video));
    return held ? rights(held, holder, video) : NO_RIGHTS;
  }

  /** Whether the holder has a permission in a project. */
  async has(holder: PassHolder, project: PassVideo, permission: Permission): Promise<boolean> {
    return (await this.#permissions.get(keyOf(holder, project)))?.has(permission) ?? false;
  }
}

/** The same rule as in the API: a member who may only add videos sees their own. */
function rights(held: ReadonlySet<Permission>, { kind, id }: PassHolder, { uploaderId }: PassVideo): PassRights {
  const own = kind === "user" && id === uploaderId && held.has("video_add");
  const view = held.has("video_view") || own;
  return { view, download: view && held.has("video_download") };
}

const keyOf = ({ kind, id }: PassHolder, { accountId, projectId }: PassVideo) =>
  `${kind}/${id}/${accountId}/${projectId}`;

async function readPermissions(db: Database, key: string): Promise<ReadonlySet<Permission> | null> {
  const [kind, ...numbers] = key.split("/");
  const [id = 0, accountId = 0, projectId = 0] = numbers.map(Number);
  const caller = await restoreCaller(db, {
    user_id: kind === "user" ? id : null,
    api_key_id: kind === "api_key" ? id : null,
  });
  const grant = await findGrant(db, caller, { account_id: accountId, project_id: projectId });
  return grant?.permissions ?? null;
}
