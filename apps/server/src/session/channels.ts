import { permittedScopes } from "@kinora/domain/api-keys/scopes.ts";
import { knownPermissions, type Permission } from "@kinora/domain/people/permissions.ts";
import { idleLimit } from "@kinora/domain/people/sessions.ts";
import { parseChannel, type Channel } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import type { Services } from "../context.ts";
import { makersPermissions } from "../platform/access/held-permissions.ts";
import { lacksFactor, sessionsProvider } from "../platform/access/second-factor.ts";
import type { ChannelAnswer, ChannelQuestion } from "../platform/events/realtime-rights.ts";

/** One of these is required; messages to a whole project contain ids only. */
const PERMISSIONS_FOR: Record<Channel["kind"], readonly Permission[]> = {
  project: ["video_view", "video_add", "streams_view"],
  transcoding: ["video_view", "video_add"],
  live: ["streams_view"],
};

interface Standing {
  number: number;
  valid: boolean;
  everything: boolean;
  permissions: string[] | null;
  scopes: string[] | null;
  /** What the maker of the key may do. */
  makers: string[] | null;
  /** The role's permissions while the session views this project as a role, none in other projects; null otherwise. */
  view_as: string[] | null;
}

/**
 * Decides who may receive each channel: callers who may read the same rows over HTTP, as in `authorize` for one
 * operation. One query for the whole batch; the result for an invalid session or key is `ended`.
 */
export async function answerChannels(
  services: Services,
  questions: readonly ChannelQuestion[],
): Promise<ChannelAnswer[]> {
  const channels = questions.map(({ channel }) => (channel === null ? null : parseChannel(channel)));
  const standings = new Map<number, Standing>();
  for (const standing of await readStandings(services, questions, channels)) standings.set(standing.number, standing);
  return questions.map((_, at) => {
    const standing = standings.get(at + 1);
    if (!standing?.valid) return "ended";
    const channel = channels[at];
    return channel && holdsOne(standing, PERMISSIONS_FOR[channel.kind]) ? "allowed" : "refused";
  });
}

function holdsOne(
  { everything, permissions, scopes, makers, view_as: viewAs }: Standing,
  needed: readonly Permission[],
): boolean {
  const held = scopes ? permittedScopes(scopes, makers) : knownPermissions(permissions ?? []);
  return needed.some(
    (permission) => (everything || held.includes(permission)) && (viewAs === null || viewAs.includes(permission)),
  );
}

async function readStandings(
  { db, clock }: Services,
  questions: readonly ChannelQuestion[],
  channels: readonly (Channel | null)[],
): Promise<Standing[]> {
  const now = clock.now();
  const sessions = questions.map(({ caller }) => (caller.kind === "user" ? caller.sessionId : null));
  const keys = questions.map(({ caller }) => (caller.kind === "api_key" ? caller.keyId : null));
  const { rows } = await sql<Standing>`
    select
      question.number::int as number,
      person.id is not null or api_key.id is not null as valid,
      project.id is not null and (person.superuser or exists (
        select from account_owners owner where owner.account_id = project.account_id and owner.user_id = person.id
      )) as everything,
      (select roles.permissions from project_members member join roles on roles.id = member.role_id
        where member.project_id = project.id and member.user_id = person.id) as permissions,
      case when api_key.project_id = project.id then api_key.scopes end as scopes, api_key.makers,
      case when person.view_as_role_id is not null then
        case when person.view_as_project_id = project.id
          then (select roles.permissions from roles where roles.id = person.view_as_role_id) else '{}' end end as view_as
    from unnest(
      ${sessions}::bytea[], ${keys}::bigint[],
      ${channels.map((channel) => channel?.kind ?? null)}::text[], ${channels.map((channel) => channel?.id ?? null)}::bigint[]
    ) with ordinality as question (session_id, key_id, kind, thing_id, number)
    left join lateral (
      select users.id, users.superuser, api_sessions.view_as_role_id, api_sessions.view_as_project_id
      from api_sessions
      join login_sessions on login_sessions.id = api_sessions.login_session_id
      join users as holder on holder.id = api_sessions.user_id
      join users on users.id = coalesce(api_sessions.acts_as_user_id, api_sessions.user_id)
      where api_sessions.id = question.session_id and api_sessions.expires_at > ${now}
        and login_sessions.expires_at > ${now} and login_sessions.last_seen_at > ${idleLimit(now)}
        and holder.status = 'active' and users.status = 'active'
        and not ${lacksFactor(sql.ref("holder.id"), sessionsProvider)}
        and (api_sessions.acts_as_user_id is null
          or (api_sessions.acts_until > ${now} and holder.superuser and not users.superuser))
    ) person on true
    left join lateral (
      select api_keys.id, api_keys.project_id, api_keys.scopes, ${makersPermissions("api_keys")} as makers
      from api_keys
      join projects on projects.id = api_keys.project_id and projects.deleted_at is null
      join accounts on accounts.id = api_keys.account_id and accounts.status = 'active'
      where api_keys.id = question.key_id and api_keys.disabled_at is null
        and (api_keys.expires_at is null or api_keys.expires_at > ${now})
    ) api_key on true
    left join lateral (
      select question.thing_id as project_id where question.kind = 'project'
      union all
      select videos.project_id from videos
      where question.kind = 'transcoding' and videos.id = question.thing_id and videos.deleted_at is null
      union all
      select streams.project_id from streams
      where question.kind = 'live' and streams.id = question.thing_id and streams.deleted_at is null
    ) place on true
    left join projects project on project.id = place.project_id and project.deleted_at is null`.execute(db);
  return rows;
}
