import { expect, test } from "vitest";
import { dueBackup, missingInBackup, momentsOf, NO_BACKUP_SCHEDULE, type BackupSchedule } from "./backups.ts";

const whole = [
  ...["backup.json", "secrets.json", "postgres/", "postgres/PG_VERSION", "postgres/global/pg_control"],
  ...["postgres/backup_label", "postgres/pg_wal/000000010000000000000003", "media/assets/1/v1/a.m4s"],
];

test("a backup with the database, its log and the secrets lacks nothing", () => {
  expect(missingInBackup(whole)).toEqual([]);
});

test("what a restore needs and is not there is named", () => {
  expect(missingInBackup(whole.filter((path) => !path.startsWith("postgres/pg_wal")))).toEqual(["postgres/pg_wal/"]);
  // The folder of the log alone has nothing to recover from.
  expect(missingInBackup([...whole.slice(0, 6), "postgres/pg_wal/"])).toEqual(["postgres/pg_wal/"]);
  expect(missingInBackup(["holiday.jpg"])).toHaveLength(6);
});

const nightly: BackupSchedule = {
  daily: true,
  hour: 3,
  time_zone: "Europe/Paris",
  keep: 7,
  since: "2030-01-01T00:00:00Z",
};
const at = (text: string) => new Date(text);

test.each([
  // Paris is an hour ahead of UTC in winter and two in summer.
  ["2030-01-15T01:59:59Z", "2030-01-14T02:00:00Z", "2030-01-15T02:00:00Z"],
  ["2030-01-15T02:00:00Z", "2030-01-15T02:00:00Z", "2030-01-16T02:00:00Z"],
  ["2030-07-15T23:30:00Z", "2030-07-15T01:00:00Z", "2030-07-16T01:00:00Z"],
  // The day on which clocks go forward from two to three, and the one on which they go back.
  ["2030-03-31T00:30:00Z", "2030-03-30T02:00:00Z", "2030-03-31T01:00:00Z"],
  ["2030-03-31T22:10:00Z", "2030-03-31T01:00:00Z", "2030-04-01T01:00:00Z"],
  ["2030-10-27T01:30:00Z", "2030-10-26T01:00:00Z", "2030-10-27T02:00:00Z"],
])("at %s the last moment of the schedule was %s and the next is %s", (now, last, next) => {
  expect(momentsOf(nightly, at(now))).toEqual({ last: at(last), next: at(next) });
});

test("a backup is due once for each moment, also when nothing ran at that moment", () => {
  const now = at("2030-01-15T20:00:00Z");
  const moment = at("2030-01-15T02:00:00Z");
  expect(dueBackup(nightly, null, now)).toEqual(moment);
  expect(dueBackup(nightly, at("2030-01-14T02:00:00Z"), now)).toEqual(moment);
  expect(dueBackup(nightly, moment, now)).toBeNull();
});

test("nothing is due while the schedule is off, and nothing from before it was saved", () => {
  const now = at("2030-01-15T20:00:00Z");
  expect(dueBackup({ ...nightly, daily: false }, null, now)).toBeNull();
  expect(dueBackup({ ...nightly, since: "2030-01-15T19:00:00Z" }, null, now)).toBeNull();
  expect(dueBackup(NO_BACKUP_SCHEDULE, null, now)).toBeNull();
});
