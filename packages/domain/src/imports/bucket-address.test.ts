import { expect, test } from "vitest";
import { readBucketAddress } from "./bucket-address.ts";

test.each([
  ["https://s3.example.com/films", "https://s3.example.com", "films", ""],
  ["http://127.0.0.1:9000/films/2024/", "http://127.0.0.1:9000", "films", "2024/"],
  ["https://s3.example.com//films//old%20ones/é", "https://s3.example.com", "films", "old ones/é/"],
])("%s is a folder of a bucket", (text, endpoint, bucket, prefix) => {
  expect(readBucketAddress(text)).toEqual({ endpoint, bucket, prefix });
});

test.each([
  "",
  "films",
  "s3://films/2024",
  "https://s3.example.com",
  "https://s3.example.com/arn:aws:s3:::films",
  "https://key:secret@s3.example.com/films",
  "https://s3.example.com/films?list-type=2",
  "https://s3.example.com/films/%E0%A4%A",
])("%s is none", (text) => {
  expect(readBucketAddress(text)).toBeNull();
});
