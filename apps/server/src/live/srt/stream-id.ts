const KEY_MAX = 200;

/** What a caller asks for by its Stream ID. */
export type StreamWish = { key: string } | "watch" | "nothing";

/**
 * The stream key in a Stream ID: alone, after `publish:`, or as the access control guidelines write it (`#!::r=KEY,m=publish`;
 * libsrt, docs/features/access-control.md). Whoever wants to watch is none of ours.
 */
export function readStreamWish(streamId: string): StreamWish {
  const fields = streamId.startsWith("#!::") ? readFields(streamId.slice(4)) : plainFields(streamId);
  const mode = fields.get("m") ?? "publish";
  if (mode !== "publish") return "watch";
  const key = (fields.get("r") ?? "").slice(0, KEY_MAX);
  return key === "" ? "nothing" : { key };
}

function plainFields(text: string): Map<string, string> {
  const [, mode, rest] = /^(publish|request|read|play):(.*)$/s.exec(text) ?? [];
  // As servers of others are told it; some programs put what they want to say into a query.
  const [key = ""] = (rest ?? text).split(/[?&]/, 1);
  return new Map([
    ["r", key],
    ["m", mode ?? "publish"],
  ]);
}

const readFields = (text: string): Map<string, string> =>
  new Map(
    text.split(",").map((field) => {
      const [name = "", ...value] = field.split("=");
      return [name, value.join("=")];
    }),
  );
