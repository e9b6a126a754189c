import { expect, test } from "vitest";
import { problemWords } from "./database.ts";

test.each([
  ["postgres://kinora:s3cret@db.example.com/kinora", 'password "s3cret" is wrong'],
  ["postgres://kinora:p%40ss%3Aw@db.example.com/kinora", "p@ss:w and p%40ss%3Aw"],
  ["postgres://kinora:a@b:c@db/kinora", "a@b:c was sent"],
  ["postgres://db/kinora?password=s3cret&x=1", "s3cret was sent"],
  ["postgres://kinora:s3cret@[db/kinora", "Invalid URL: postgres://kinora:s3cret@[db/kinora"],
  ["postgres://kinora:100%@db/kinora", "100% was sent"],
])("of %s no password shows", (url, said) => {
  const words = problemWords(new Error(said), url);
  expect(words).not.toMatch(/s3cret|p@ss|p%40ss|a@b:c|100%/);
});

test("what holds no secret stays, and an embedded database has none", () => {
  expect(problemWords(new Error("connect ECONNREFUSED 10.0.0.1"), "postgres://a:b9@db/k")).toBe(
    "connect ECONNREFUSED 10.0.0.1",
  );
  expect(problemWords(new Error("The log is full."), null)).toBe("The log is full.");
});
