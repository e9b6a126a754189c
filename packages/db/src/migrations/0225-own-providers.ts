import { sql, type Kysely } from "kysely";

/** People sign in with their organization's own OpenID Connect provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table own_providers (
      account_id bigint primary key references accounts on delete cascade,
      issuer text not null,
      client_id text not null,
      secret_sealed bytea not null,
      -- What new people join; null after it was deleted: nobody new is let in then.
      project_id bigint references projects on delete set null,
      role_id bigint references roles on delete set null,
      required boolean not null default false,
      updated_at timestamptz not null default now()
    );

    create table own_provider_domains (
      account_id bigint not null references accounts on delete cascade,
      domain text not null,
      token text not null,
      created_at timestamptz not null default now(),
      verified_at timestamptz,
      verified_by text check (verified_by in ('dns', 'operator')),
      primary key (account_id, domain),
      check ((verified_at is null) = (verified_by is null))
    );
    -- Many may claim a domain, one has it.
    create unique index own_provider_domains_verified on own_provider_domains (domain) where verified_at is not null;

    create table own_provider_people (
      account_id bigint not null references accounts on delete cascade,
      issuer text not null,
      subject text not null,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      primary key (account_id, issuer, subject),
      -- An address that the provider gives to another person does not open what the first one had.
      unique (account_id, issuer, user_id)
    );
    create index own_provider_people_user on own_provider_people (user_id);

    create table own_provider_starts (
      id bytea primary key,
      browser bytea not null,
      account_id bigint not null references accounts on delete cascade,
      issuer text not null,
      client_id text not null,
      network text not null,
      redirect text,
      wanted_account text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index own_provider_starts_network on own_provider_starts (network, created_at);
    create index own_provider_starts_expires on own_provider_starts (expires_at);

    -- Their numbers continue those of login_attempts: both are one log.
    create table own_provider_sign_ins (
      id bigint primary key default nextval(pg_get_serial_sequence('login_attempts', 'id')),
      account_id bigint,
      email text not null,
      ip text not null,
      request_id text,
      -- Null when the person was signed in.
      refused text,
      detail text not null,
      created_at timestamptz not null
    );
    create index own_provider_sign_ins_created on own_provider_sign_ins (created_at);

    alter table login_sessions add column provider_account_id bigint references accounts on delete set null;
    -- Whether that provider said that it asked for more than a password (RFC 8176, mfa).
    alter table login_sessions add column provider_factor boolean not null default false;
  `.execute(db);
}
