import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "@kinora/db/connect.ts";
import { insertRow, insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { hostileTexts } from "../apps/console/src/testing/hostile-texts.ts";
import type { ConsolePlace } from "./console-people.ts";

/** A video whose every text is the same hostile one. */
export interface HostileVideo {
  id: number;
  hash: string;
  text: string;
}

const everything = hostileTexts.join(" ");

const name = (text: string, max: number) => text.slice(0, max);

/**
 * Writes every hostile text into everything of a project that people name: videos with all their fields, their file names,
 * chapters and metadata, failed ones and ones in the trash, categories, tags, uploads, people, the project and its account.
 */
export async function fillWithHostileTexts(
  db: Database,
  { accountId, projectId }: ConsolePlace,
): Promise<HostileVideo[]> {
  const place = { project_id: projectId, account_id: accountId };
  await renamePlace(db, { accountId, projectId });
  const { categories, tags } = await addLabels(db, place);
  const people = await addPeople(db, place);
  const video = (text: string, index: number) => ({
    ...place,
    ...textsOf(text, index),
    category_id: categories[index]?.id ?? null,
    user_id: people[index]?.id ?? null,
  });
  const playing = await insertRows(
    db,
    "videos",
    hostileTexts.map((text, index) => ({
      ...video(text, index),
      status: "complete" as const,
      playable: true,
      published: true,
      version: 1,
    })),
  );
  await addCaptions(db, place, playing[0]?.id ?? 0);
  await addUnplayable(db, video);
  await insertRows(
    db,
    "video_tags",
    playing.map(({ id }, index) => ({ video_id: id, tag_id: tags[index]?.id ?? 0, project_id: projectId })),
  );
  await addUploads(
    db,
    place,
    playing.map(({ id }, index) => ({ video_id: id, user_id: people[index]?.id ?? null })),
  );
  return playing.map(({ id, hash }, index) => ({ id, hash, text: hostileTexts[index] ?? "" }));
}

/** The project that rows belong to. */
interface Place {
  project_id: number;
  account_id: number;
}

async function renamePlace(
  db: Database,
  { accountId, projectId }: Pick<ConsolePlace, "accountId" | "projectId">,
): Promise<void> {
  await updateRows(db, "accounts", { id: accountId }, { name: name(everything, 200) });
  await updateRows(db, "projects", { id: projectId }, { name: name(everything, 100), trash_days: 30 });
}

async function addLabels(db: Database, place: Place): Promise<Record<"categories" | "tags", { id: number }[]>> {
  const categories = await insertRows(
    db,
    "categories",
    hostileTexts.map((text, index) => ({ ...place, name: `${name(text, 50)} ${index}`, slug: `c${index}` })),
  );
  const tags = await insertRows(
    db,
    "tags",
    hostileTexts.map((text, index) => ({ ...place, name: `${name(text, 40)} ${index}` })),
  );
  return { categories, tags };
}

/** People with hostile names, members by a role with one. */
async function addPeople(db: Database, place: Place): Promise<{ id: number }[]> {
  await insertRow(db, "roles", {
    account_id: place.account_id,
    title: name(everything, 60),
    description: everything,
    permissions: ["video_view"],
  });
  const people = await insertRows(
    db,
    "users",
    hostileTexts.map((text) => ({
      email: `${randomBytes(6).toString("hex")}@example.com`,
      first_name: name(text, 60),
      last_name: name(text, 60),
    })),
  );
  const role = await db
    .selectFrom("roles")
    .select("id")
    .where("account_id", "=", place.account_id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await insertRows(
    db,
    "project_members",
    people.map(({ id }) => ({ ...place, user_id: id, role_id: role.id })),
  );
  return people;
}

/** Every field of a video that people write. */
function textsOf(text: string, index: number) {
  // The first one has them all.
  const entries = index === 0 ? hostileTexts : [text];
  return {
    hash: `hostile${randomBytes(8).toString("hex")}`,
    title: name(text, 200),
    description: `${text}\n${text}`,
    file_name: `${name(text, 180)}.mp4`,
    reference_id: `${index} ${name(text, 80)}`,
    metadata: JSON.stringify(entries.slice(0, 20).map((each) => ({ key: name(each, 60), value: each }))),
    chapters: JSON.stringify(
      entries.map((each, position) => ({ start_seconds: position / 10, title: name(each, 120) })),
    ),
    duration_seconds: 10,
  };
}

interface HostileFields extends Place, ReturnType<typeof textsOf> {
  category_id: number | null;
  user_id: number | null;
}

async function addCaptions(db: Database, place: Place, videoId: number): Promise<void> {
  await insertRows(
    db,
    "captions",
    hostileTexts.slice(0, 50).map((text, index) => ({
      ...place,
      video_id: videoId,
      language: "en",
      label: `${name(text, 55)} ${index}`,
      kind: "captions" as const,
      format: "vtt" as const,
      size_bytes: 1,
      cues: 1,
    })),
  );
}

/** Videos that failed, that are in the trash, and that wait. */
async function addUnplayable(db: Database, video: (text: string, index: number) => HostileFields): Promise<void> {
  const failure = (text: string) => JSON.stringify({ code: "corrupt_file", message: text, retryable: false });
  await insertRows(db, "videos", [
    ...hostileTexts.map((text, index) => ({
      ...video(text, index),
      reference_id: null,
      status: "failed" as const,
      failure: failure(text),
    })),
    ...hostileTexts.map((text, index) => ({
      ...video(text, index),
      reference_id: null,
      status: "complete" as const,
      deleted_at: new Date(),
    })),
    ...hostileTexts
      .slice(0, 5)
      .map((text, index) => ({ ...video(text, index), reference_id: null, status: "in_queue" as const })),
  ]);
}

async function addUploads(
  db: Database,
  place: Place,
  owned: readonly { video_id: number; user_id: number | null }[],
): Promise<void> {
  await insertRows(
    db,
    "uploads",
    owned.map((owner, index) => ({
      ...place,
      id: randomUUID(),
      ...owner,
      file_name: `${name(hostileTexts[index] ?? "", 180)}.mp4`,
      source: "url" as const,
      source_url: `https://films.example/${hostileTexts[index] ?? ""}`,
      size_bytes: 1000,
      offset_bytes: 1000,
      state: "complete" as const,
      finished_at: new Date(),
      expires_at: new Date(Date.now() + 3_600_000),
    })),
  );
}
