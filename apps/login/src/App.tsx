import { theme } from "@kinora/ui/theme.ts";
import { MantineProvider, ActionIcon } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode } from "react";
import { ActivatePage } from "./ActivatePage.tsx";
import { ConfirmPage } from "./ConfirmPage.tsx";
import { EmailChangePage } from "./EmailChangePage.tsx";
import { FirstRunPage } from "./FirstRunPage.tsx";
import { ForgotPage } from "./ForgotPage.tsx";
import { InvitationPage } from "./InvitationPage.tsx";
import { LoginPage } from "./LoginPage.tsx";
import type { PagePath } from "./pages.ts";
import { ProfilePage } from "./ProfilePage.tsx";
import { RegisterPage } from "./RegisterPage.tsx";
import { ResetPage } from "./ResetPage.tsx";
import { currentScheme, rememberScheme, watchScheme, type Scheme } from "./scheme.ts";
import { RequiredFactorPage } from "./second-factor/RequiredFactorPage.tsx";
import { SignOutPage } from "./SignOutPage.tsx";

const PAGES: Record<string, () => ReactNode> = {
  "/login": LoginPage,
  "/register": RegisterPage,
  "/activate": ActivatePage,
  "/invitation": InvitationPage,
  "/confirm": ConfirmPage,
  "/email-change": EmailChangePage,
  "/first-run": FirstRunPage,
  "/forgot": ForgotPage,
  "/reset": ResetPage,
  "/profile": ProfilePage,
  "/sign-out": SignOutPage,
  "/second-factor": RequiredFactorPage,
} satisfies Record<PagePath, () => ReactNode>;

/** The login application: the page its address names, in the scheme of the system or the one chosen here. */
export function App() {
  const [scheme, setScheme] = useState(currentScheme);
  useEffect(() => watchScheme(setScheme), []);
  const Page = PAGES[location.pathname.replace(/\/+$/, "")] ?? LoginPage;
  const toggle = () => setScheme(rememberScheme(scheme === "dark" ? "light" : "dark"));
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      <ThemeToggle scheme={scheme} onToggle={toggle} />
      <Page />
    </MantineProvider>
  );
}

function ThemeToggle({ scheme, onToggle }: { scheme: Scheme; onToggle: () => void }) {
  const Icon = scheme === "dark" ? IconSun : IconMoon;
  return (
    <ActionIcon
      className="theme-toggle"
      onClick={onToggle}
      aria-label={scheme === "dark" ? "Use the light theme" : "Use the dark theme"}
    >
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  );
}
