import { splitTags, TAG_NAME_MAX, VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { Input } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { loadTags } from "../../platform/label-options.ts";
import { useViewer } from "../frame/use-viewer.ts";
import { Autocomplete } from "./Autocomplete.tsx";
import { ChosenLabels } from "./ChosenLabels.tsx";

interface TagsFieldProps {
  projectId: number;
  names: readonly string[];
  error?: string | undefined;
  readOnly: boolean;
  onChange: (names: string[]) => void;
}

/** Tags: removed one by one, added by their name. Who may manage tags adds names the project does not have. */
export function TagsField({ projectId, names, error, readOnly, onChange }: TagsFieldProps) {
  const { t } = useTranslation("layout");
  const { permissions } = useViewer();
  const add = (text: string) => onChange(splitTags([...names, text].join(",")));
  const remove = (name: string) => onChange(names.filter((each) => each !== name));
  const list =
    names.length === 0 ? null : <ChosenLabels key="chosen" names={names} onRemove={readOnly ? undefined : remove} />;
  if (readOnly) {
    return (
      <Input.Wrapper label={t("labelsTags")} labelElement="div">
        {list ?? <span className="muted">–</span>}
      </Input.Wrapper>
    );
  }
  return (
    <Autocomplete
      key={names.length}
      label={t("labelsTags")}
      placeholder={t("labelsAddTag")}
      description={permissions.tags_manage ? t("labelsTagsHint") : undefined}
      disabled={names.length >= VIDEO_TAGS_MAX}
      // Several may be typed or pasted at once, with commas between them.
      maxLength={TAG_NAME_MAX * 20}
      value={null}
      error={error}
      queryKey={["tags", projectId]}
      load={loadTags(projectId)}
      create={
        permissions.tags_manage
          ? { label: (name) => t("labelsNewTag", { name: splitTags(name).join(", ") }), run: add, atOnce: true }
          : undefined
      }
      below={list}
      onChange={(tag) => tag && add(tag.name)}
    />
  );
}
