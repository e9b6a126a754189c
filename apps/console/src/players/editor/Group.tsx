import { Box, Stack } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { changedIn, GROUP_SETTINGS, type GroupName, type PlayerForm } from "./player-form.ts";
import { useSettingWords } from "./use-setting-words.ts";
import styles from "./Editor.module.css";

interface Props {
  name: GroupName;
  form: PlayerForm;
  opened?: boolean;
  children: ReactNode;
}

/** A group of settings that opens and closes; closed, it lists the settings that differ from those of a new player. */
export function Group({ name, form, opened = false, children }: Props) {
  const { t } = useTranslation("players");
  const words = useSettingWords();
  const [open, setOpen] = useState(opened);
  const changed = changedIn(name, form.values);
  // A message must be seen: its group is open.
  const refused = GROUP_SETTINGS[name].some((each) => form.error(each) !== undefined);
  return (
    <details
      className={styles["group"]}
      open={open || refused}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={16} stroke={1.6} aria-hidden="true" />
        <Box component="span" flex="none" fw={600}>
          {t(`group_${name}`)}
        </Box>
        {open ? null : (
          <Box component="span" className="truncate note" ml="auto" ta="right">
            {changed.length === 0 ? t("allUsual") : changed.map((each) => words(each, form.values)).join(" · ")}
          </Box>
        )}
      </summary>
      <Stack gap={14} pt={4} pb="md" px="sm" miw={0}>
        {children}
      </Stack>
    </details>
  );
}
