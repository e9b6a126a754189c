import { SECURITY_EVENTS } from "@kinora/domain/people/security-events.ts";
import { formatAgo } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { useCallback, useState } from "react";
import { login, type Profile } from "./client.ts";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";
import { useAnswer } from "./use-answer.ts";

type Events = Awaited<ReturnType<typeof login.listSecurityEvents>>;
type Event = Events["data"][number];

const BY = { person: "", superuser: "by a superuser", operator: "by the operator" } as const;

/** How the person's sign-in changed, newest first; it is read again whenever the profile is. */
export function SecurityEvents({ profile }: { profile: Profile }) {
  const first = useAnswer(useCallback(() => askFirst(profile), [profile]));
  return (
    <section className="section" aria-labelledby="security-events-title">
      <h2 id="security-events-title">Changes to your sign-in</h2>
      <ProblemNotice problem={first.problem} />
      {first.answer ? <EventList key={first.answer.data[0]?.id} first={first.answer} /> : null}
    </section>
  );
}

/** The first page, for a state of the profile. */
const askFirst = (_profile: Profile) => login.listSecurityEvents({});

function EventList({ first }: { first: Events }) {
  const [older, setOlder] = useState<Events>({ data: [], more: first.more });
  const next = useAction(
    (before: number) => login.listSecurityEvents({ before }),
    ({ data, more }) => setOlder({ data: [...older.data, ...data], more }),
  );
  const events = [...first.data, ...older.data];
  const last = events.at(-1);
  if (!last) return <p className="say">Nothing has changed.</p>;
  return (
    <>
      <ul className="sessions">
        {events.map((event) => (
          <EventLine key={event.id} event={event} />
        ))}
      </ul>
      <ProblemNotice problem={next.problem} />
      {older.more ? (
        <Button variant="default" loading={next.running} onClick={() => next.run(last.id)}>
          Load more
        </Button>
      ) : null}
    </>
  );
}

function EventLine({ event: { type, by, at, ip, country, values } }: { event: Event }) {
  const named = values.map(({ before, after }) => (before === null ? after : `${before} → ${after ?? "none"}`));
  return (
    <li>
      <div>
        <p>{SECURITY_EVENTS[type]}</p>
        <p className="muted truncate">{[...named, BY[by], ip, country, formatAgo(at)].filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  );
}
