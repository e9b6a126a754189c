import { ActionIcon } from "@mantine/core";
import { IconMoon, IconSun } from "@tabler/icons-react";
import type { Scheme } from "./scheme.ts";

export function ThemeToggle({ scheme, onToggle }: { scheme: Scheme; onToggle: () => void }) {
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
