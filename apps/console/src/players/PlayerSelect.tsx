import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../platform/i18n.ts";
import { playerOptionsQuery } from "./player-options.ts";

interface PlayerSelectProps {
  projectId: number;
  /** Public id of a player; null for the project's default one. */
  value: string | null;
  onChange: (hash: string | null) => void;
}

/** The player of an embed. A project that has only its default player offers no choice. */
export function PlayerSelect({ projectId, value, onChange }: PlayerSelectProps) {
  const { t } = useTranslation("layout");
  const players = useQuery(playerOptionsQuery(projectId));
  // A project's first player is called "Default player".
  const defaultLabel = (title: string) => (/\bdefault\b/i.test(title) ? title : t("embedPlayerDefault", { title }));
  if (!players.data || players.data.length < 2) return null;
  return (
    <Select
      label={t("embedPlayer")}
      allowDeselect={false}
      searchable={players.data.length > 10}
      value={value ?? ""}
      data={players.data.map(({ hash, title, is_default: isDefault }) =>
        isDefault ? { value: "", label: defaultLabel(title) } : { value: hash, label: title },
      )}
      onChange={(hash) => onChange(hash || null)}
    />
  );
}
