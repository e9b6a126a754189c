import "@kinora/ui/plain.css";
import "@kinora/ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { clearRedirectedSoon } from "./platform/chunks.ts";
import { connection, watchConnection } from "./platform/connectivity.ts";
import { startTexts } from "./platform/i18n.ts";
import { watchLeaving } from "./platform/leaving.ts";
import { queryClient } from "./platform/query-client.ts";
import { onSessionLost, session } from "./platform/session.ts";
import { offerSettingFields } from "./platform/setting-fields.ts";
import { watchTheme } from "./platform/theme.ts";
import { watchVersion } from "./platform/version.ts";
import { router } from "./routes.tsx";
import { texts } from "./texts.ts";
import { guardUnload } from "./uploads/uploads.ts";

/** Starts the console in the page that loaded it: what it watches, who is asked before one goes, and what is shown. */
export function startConsole(): void {
  startTexts(texts);
  watchLeaving();
  watchConnection();
  watchVersion();
  watchTheme();
  clearRedirectedSoon();
  guardUnload();
  offerSettingFields(async () => (await import("./projects/setting-fields.ts")).settingFields);

  // Without a network nobody goes anywhere (spec §4, Connectivity).
  router.history.block({
    blockerFn: () => {
      const { online } = connection.get();
      if (!online) connection.set({ blocked: true });
      return !online;
    },
    enableBeforeUnload: false,
  });

  onSessionLost(() => {
    queryClient.clear();
    void router.navigate({ to: "/login", search: { to: router.state.location.href } });
  });

  // New permissions may close the page that is open: its guards are asked again.
  let known = "";
  session.subscribe(() => {
    const { config } = session.get();
    const rights =
      config === null ? "" : JSON.stringify([config.permissions, config.accounts, config.projects.length > 0]);
    const changed = known !== "" && rights !== "" && rights !== known;
    known = rights;
    if (changed) void router.invalidate();
  });

  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root.");
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
