import { auditFacts } from "@kinora/domain/people/audit.ts";
import {
  isShownValue,
  SECURITY_EVENT_TYPES,
  securityActor,
  type SecurityEvent,
} from "@kinora/domain/people/security-events.ts";
import { sql, type SqlBool } from "kysely";
import { countryNames } from "./country-names.ts";
import { requireSession, type LoginRequest } from "./request.ts";

interface Row {
  id: number;
  at: Date;
  type: SecurityEvent;
  kind: string | null;
  user_id: number | null;
  ip: string | null;
  changes: Record<string, unknown>;
}

/**
 * How the signed-in person's sign-in changed, newest first, from the audit log. `before` is the id of the last event of the
 * previous page. Addresses of others who changed it are left out.
 */
export async function listSecurityEvents(
  request: LoginRequest,
  { before, per_page }: { before?: number | undefined; per_page: number },
) {
  const { userId } = requireSession(request);
  const older = before === undefined ? sql<SqlBool>`true` : sql<SqlBool>`id < ${before}`;
  const { rows } = await sql<Row>`
    select id, created_at as at, action as type, actor ->> 'kind' as kind, (actor ->> 'user_id')::bigint as user_id, ip, changes
    from audit_log
    where object_type = 'user' and object_id = ${userId} and action = any(${SECURITY_EVENT_TYPES}::text[]) and ${older}
    order by id desc limit ${per_page + 1}`.execute(request.db);
  const countryOf = await countryNames(request);
  const data = rows.slice(0, per_page).map(({ id, at, type, kind, user_id, ip: address, changes }) => {
    const by = securityActor({ kind, userId: user_id }, userId);
    const ip = by === "person" ? address : null;
    const values = auditFacts(type, changes).filter(({ name }) => isShownValue(name));
    return { id, at, type, by, values, ip, country: ip === null ? null : countryOf(ip) };
  });
  return { data, more: rows.length > per_page };
}
