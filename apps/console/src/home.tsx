import "@kinora/ui/plain.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { clearRedirectedSoon, loadChunk } from "./platform/chunks.ts";
import { watchConnection } from "./platform/connectivity.ts";
import { watchLeaving } from "./platform/leaving.ts";
import { storedAuthenticated } from "./platform/stored-state.ts";
import { watchTheme } from "./platform/theme.ts";
import { HomePage } from "./session/HomePage.tsx";
import { PublicLayout } from "./session/PublicLayout.tsx";

/** A visitor's home page, without the console behind it. */
function showHome(): void {
  watchLeaving();
  watchConnection();
  watchTheme();
  clearRedirectedSoon();
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root.");
  createRoot(root).render(
    <StrictMode>
      <PublicLayout>
        <HomePage onSignedIn={() => location.replace("/dashboard")} />
      </PublicLayout>
    </StrictMode>,
  );
}

// Who counts as signed in gets the console, which finds out whether that still holds (spec §2, §4). When its code does
// not arrive even after a reload, this page is better than an empty one.
if (storedAuthenticated() !== true) showHome();
else loadChunk(() => import("./start-console.tsx")).then(({ startConsole }) => startConsole(), showHome);
