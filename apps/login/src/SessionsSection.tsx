import { browserName } from "@kinora/domain/people/browser-name.ts";
import { formatAgo } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { login, type Profile } from "./client.ts";
import { ProblemNotice } from "./Notice.tsx";
import { useAction } from "./use-action.ts";

/** Where the person is signed in, with a way to end each. */
export function SessionsSection({ sessions, onChanged }: { sessions: Profile["sessions"]; onChanged: () => void }) {
  const end = useAction((id: string) => login.endSession({ id }), onChanged);
  const endOthers = useAction(() => login.endOtherSessions(), onChanged);
  return (
    <section className="section" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      <ProblemNotice problem={end.problem ?? endOthers.problem} />
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <div>
              <p className="truncate">{browserName(session.user_agent)}</p>
              <p className="muted truncate">
                {[session.ip, session.country, `last used ${formatAgo(session.last_seen_at)}`]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            {session.current ? (
              <span className="here">This browser</span>
            ) : (
              <Button
                variant="default"
                loading={end.running}
                onClick={() => end.run(session.id)}
                aria-label={`Sign out ${browserName(session.user_agent)}, last used ${formatAgo(session.last_seen_at)}`}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button variant="default" loading={endOthers.running} onClick={() => endOthers.run(undefined)}>
          Sign out everywhere else
        </Button>
      ) : null}
    </section>
  );
}
