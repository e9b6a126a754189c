import { isTest, type SourceFile } from "./repository.ts";

/** Tables more than one room may write, each with its reason. Every other table belongs to the one room that writes it. */
export const sharedTables: Readonly<Record<string, string>> = {
  audit_log: "the platform adds the lines of every room, audit deletes those that are older than they are kept",
  login_sessions: "login begins and ends them, session notes when one was last used on an API host",
  project_invitations: "users invites and withdraws, login notes when the person accepts",
  project_members: "users changes and removes members, login adds a person who accepts an invitation",
  recording_captions: "live writes what is said on air, speech removes what a video has as captions",
  restriction_assignments:
    "restrictions assigns profiles, playlists gives a copy of a playlist that of its original, live gives a recording that of its livestream",
  roles: "accounts gives a new account its built-in ones, users makes and changes its own",
  signing_keys: "restrictions makes and revokes them, playback notes when one was last used",
  transcription_records: "speech records those of videos, live the hours of livestreams",
  users: "login keeps a person's credentials and sessions, users invites a person who may not have any yet",
  video_tags: "videos gives and takes them, uploads gives a new video those it was sent with",
  videos:
    "transcoding moves a video through its states and records what it measured, videos keeps what people say about it, users gives those of a removed person to another one",
};

// `update videos v set`, `update videos as v set` and `insert into videos as v` name the table before its alias.
const RAW_WRITE =
  /\b(?:insert into|delete from|update)\s+([a-z_]+)(?:\s+(?:as\s+)?(?!set\b|using\b|where\b|select\b|values\b|as\b)[a-z]\w*)?(?=\s+(?:set|using|where|\(|select|values)|\s*\(|`)/;
const WRITE = /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"([a-z0-9_.]+)/;

/** Tables that several rooms write. Each entry names the table and every line that writes it. */
export function tablesWithSeveralOwners(
  files: readonly SourceFile[],
  shared: Readonly<Record<string, string>> = sharedTables,
): string[] {
  const writes = files
    .filter((file) => !isTest(file))
    .flatMap(({ path, lines }) => {
      const room = /^apps\/server\/src\/([^/]+)\/.+\.ts$/.exec(path)?.[1];
      if (!room || room === "testing" || room === "cli" || path.endsWith("/testing.ts")) return [];
      return lines.flatMap((line, index) => {
        const table = (WRITE.exec(line) ?? RAW_WRITE.exec(line))?.[1];
        return table ? [{ table, room, place: `${path}:${index + 1}` }] : [];
      });
    });
  return [...Map.groupBy(writes, ({ table }) => table)]
    .filter(([table, all]) => !(table in shared) && new Set(all.map(({ room }) => room)).size > 1)
    .map(([table, all]) => `${table} is written by ${all.map(({ place }) => place).join(", ")}`);
}
