import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { newStreamKey } from "../../live/streams/keys.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { dayText, onDay, placeOf, three, type ListMaker, type Place } from "./list-sample.ts";

/** Three livestreams. Neither their names nor their ages are in the order of their ids. */
export const insertStreams = ({ services, ...place }: Place) =>
  three(
    services.db
      .insertInto("streams")
      .values(
        [
          { name: "Bee", created: 2, live: 5, enabled: true },
          { name: "Ant", created: 1, live: 9, enabled: true },
          { name: "Cat", created: 3, live: 7, enabled: false },
        ].map(({ name, created, live, enabled }) => {
          const hash = newHash();
          const key = newStreamKey(services, hash);
          const times = { created_at: onDay(created), last_live_at: onDay(live) };
          return { ...placeOf({ services, ...place }), ...key, ...times, hash, name, enabled };
        }),
      )
      .returning("id"),
  );

export const listStreams: ListMaker = async (place) => {
  const { db } = place.services;
  const [bee, ant, cat] = await insertStreams(place);
  const recording = { ...placeOf(place), kind: "recording", state: "recording" } as const;
  await insertRow(db, "stream_recordings", { ...recording, stream_id: bee });
  const target = { name: "Elsewhere", platform: "custom", url: "rtmp://192.0.2.1/live" } as const;
  await insertRow(db, "stream_restreams", { ...target, stream_id: ant, key_sealed: Buffer.alloc(1) });
  return {
    rows: [cat, bee, ant],
    sorts: { created_at: [ant, bee, cat], name: [ant, bee, cat], last_live_at: [bee, cat, ant] },
    filters: {
      search: [{ search: "bee" }, [bee]],
      state: [{ state: ["disabled"] }, [cat]],
      recording: [{ recording: "true" }, [bee]],
      restream: [{ restream: "false" }, [cat, bee]],
      from: [{ from: dayText(2) }, [cat, bee]],
      to: [{ to: dayText(2) }, [bee, ant]],
    },
  };
};

export const listStreamActivity: ListMaker = async (place) => {
  const [stream] = await insertStreams(place);
  const actions = ["stream.created", "stream.updated", "stream.paused"];
  await insertRows(
    place.services,
    "audit_log",
    actions.map((action) => ({
      ...placeOf(place),
      action,
      actor: JSON.stringify({ kind: "system" }),
      object_type: "stream",
      object_id: stream,
      changes: "{}",
      ip: null,
    })),
  );
  return { path: { id: stream }, key: "type", rows: actions.toReversed(), filters: {} };
};

export const listStreamLog: ListMaker = async (place) => {
  const [bee, ant] = await insertStreams(place);
  const line = { project_id: place.projectId, session_id: null, client_ip: null, user_id: null };
  const [second, first, third] = await three(
    place.services.db
      .insertInto("stream_log")
      .values([
        { ...line, stream_id: bee, at: onDay(2), type: "connected", severity: "info" },
        { ...line, stream_id: ant, at: onDay(1), type: "live", severity: "info", detail: "Marmalade" },
        { ...line, stream_id: ant, at: onDay(3), type: "ended", severity: "error" },
      ])
      .returning("id"),
  );
  return {
    rows: [third, second, first],
    filters: {
      search: [{ search: "marmalade" }, [first]],
      stream: [{ stream: [ant] }, [third, first]],
      type: [{ type: ["connected", "ended"] }, [third, second]],
      severity: [{ severity: ["error"] }, [third]],
      from: [{ from: dayText(2) }, [third, second]],
      to: [{ to: dayText(2) }, [second, first]],
    },
  };
};

export const listStreamSessions: ListMaker = async (place) => {
  const [bee, ant] = await insertStreams(place);
  const session = (streamId: number, day: number) => ({
    ...placeOf(place),
    stream_id: streamId,
    started_at: onDay(day),
    ended_at: onDay(day + 1),
    end_reason: "publisher_left" as const,
  });
  const [first, second, third] = await three(
    place.services.db
      .insertInto("stream_sessions")
      .values([session(bee, 1), session(ant, 2), session(bee, 3)])
      .returning("id"),
  );
  return {
    rows: [third, second, first],
    filters: {
      stream: [{ stream: [bee] }, [third, first]],
      from: [{ from: dayText(2) }, [third, second]],
      to: [{ to: dayText(2) }, [second, first]],
    },
  };
};

export const listRecordings: ListMaker = async (place) => {
  const [stream] = await insertStreams(place);
  const recording = { ...placeOf(place), stream_id: stream, kind: "recording", state: "ready" } as const;
  const recordings = await three(
    place.services.db.insertInto("stream_recordings").values([recording, recording, recording]).returning("id"),
  );
  return { path: { id: stream }, rows: recordings.toReversed(), filters: {} };
};
