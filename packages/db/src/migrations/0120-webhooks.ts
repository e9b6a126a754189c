import { sql, type Kysely } from "kysely";

/** Webhooks of projects, what they are sent and what was answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      id bigint generated always as identity primary key,
      project_id bigint not null,
      account_id bigint not null,
      name text not null,
      url text not null,
      -- Types of events; '*' for all of them.
      events text[] not null,
      secret_sealed bytea not null,
      -- The secret before the last rotation, which signs until then as well.
      old_secret_sealed bytea,
      old_secret_until timestamptz,
      -- The secret part of the address of its inbox; null for an address elsewhere.
      inbox_token text unique,
      -- The end of the first attempt since which all failed.
      failing_since timestamptz,
      disabled_at timestamptz,
      disabled_reason text,
      created_by bigint references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((disabled_at is null) = (disabled_reason is null)),
      foreign key (project_id, account_id) references projects (id, account_id) on delete cascade
    );
    create index webhooks_project on webhooks (project_id);

    -- An event as all webhooks of a project get it.
    create table webhook_messages (
      id text primary key,
      project_id bigint not null references projects on delete cascade,
      type text not null,
      -- What happened, where the type is the update of an object.
      change text not null,
      payload jsonb not null,
      -- Written before the first attempt, the same in all attempts; null until then.
      body text,
      created_at timestamptz not null default now()
    );
    create index webhook_messages_created on webhook_messages (created_at);
    create index webhook_messages_project on webhook_messages (project_id);

    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      webhook_id bigint not null references webhooks on delete cascade,
      message_id text not null references webhook_messages on delete cascade,
      project_id bigint not null,
      type text not null,
      -- What the event is about, as 'video:12': its events are sent in order.
      object text not null,
      state text not null default 'pending',
      attempts integer not null default 0,
      -- Failed attempts since it was queued, or queued again.
      failures integer not null default 0,
      next_at timestamptz not null default now(),
      -- The sender that is sending it.
      claimed_by bigint,
      -- Of the last attempt.
      status integer,
      duration_ms integer,
      attempted_at timestamptz,
      created_at timestamptz not null default now(),
      unique (message_id, webhook_id)
    );
    create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
    create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id)
      where state = 'pending' and claimed_by is null;
    create index webhook_deliveries_object on webhook_deliveries (webhook_id, object, id) where state = 'pending';
    create index webhook_deliveries_claimed on webhook_deliveries (claimed_by) where claimed_by is not null;

    create table webhook_attempts (
      id bigint generated always as identity primary key,
      delivery_id bigint not null references webhook_deliveries on delete cascade,
      webhook_id bigint not null,
      project_id bigint not null,
      at timestamptz not null,
      duration_ms integer not null,
      succeeded boolean not null,
      -- HTTP status; null without an answer.
      status integer,
      -- Why there is no answer, in words for people.
      error text,
      url text not null,
      request_headers jsonb not null,
      response_headers jsonb not null,
      response_body text not null
    );
    create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);
    create index webhook_attempts_webhook on webhook_attempts (webhook_id, at) include (succeeded);

    create sequence webhook_senders maxvalue 2147483647 cycle
  `.execute(db);
}
