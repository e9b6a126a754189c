import { sql, type Kysely } from "kysely";

/** The picture that refused viewers see, one for each restriction profile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table restriction_pictures (
      profile_id bigint primary key,
      project_id bigint not null,
      -- Its public name, which is new with each picture and says nothing about the profile or its videos.
      hash text not null unique,
      width integer not null,
      height integer not null,
      -- A JPEG that was decoded and encoded again.
      picture bytea not null,
      created_at timestamptz not null default now(),
      foreign key (profile_id, project_id) references restriction_profiles (id, project_id) on delete cascade
    );
    create index restriction_pictures_project on restriction_pictures (project_id);
  `.execute(db);
}
