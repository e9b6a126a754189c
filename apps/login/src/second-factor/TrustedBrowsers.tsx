import { browserName } from "@kinora/domain/people/browser-name.ts";
import { formatAgo, formatDay } from "@kinora/ui/moments.ts";
import { Button } from "@mantine/core";
import { login } from "../client.ts";
import { ProblemNotice } from "../Notice.tsx";
import { useAction } from "../use-action.ts";

type Browsers = Awaited<ReturnType<typeof login.getSecondFactor>>["trusted_browsers"];

/** The browsers that are not asked for a code, with a way to be asked again. */
export function TrustedBrowsers({ browsers, onChanged }: { browsers: Browsers; onChanged: () => void }) {
  const forget = useAction((id: string) => login.forgetBrowser({ id }), onChanged);
  if (browsers.length === 0) return null;
  return (
    <>
      <h3>Trusted browsers</h3>
      <ProblemNotice problem={forget.problem} />
      <ul className="sessions">
        {browsers.map((browser) => (
          <li key={browser.id}>
            <div>
              <p className="truncate">{browserName(browser.user_agent)}</p>
              <p className="muted truncate">
                {browser.ip} · last used {formatAgo(browser.last_used_at)} · until{" "}
                {formatDay(new Date(browser.expires_at))}
              </p>
            </div>
            <Button
              variant="default"
              loading={forget.running}
              onClick={() => forget.run(browser.id)}
              aria-label={`Ask for a code in ${browserName(browser.user_agent)} again`}
            >
              Ask again
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
