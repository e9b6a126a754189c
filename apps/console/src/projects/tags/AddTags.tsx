import { splitTags, TAG_NAME_MAX } from "@kinora/domain/videos/tags.ts";
import { Button, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState, type SubmitEvent } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { tagsKey } from "../queries.ts";
import styles from "../Settings.module.css";

/** Adds tags to the project, several at once with commas. */
export function AddTags({ projectId }: { projectId: number }) {
  const { t } = useTranslation("projects");
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const create = useAction(api.tags.createTags, {
    changes: [tagsKey(projectId)],
    failure: t("tagNotSaved"),
    onDone: () => setText(""),
    onProblem(problem) {
      const about = Object.values(problem.fields).flat()[0] ?? null;
      setError(about);
      return about !== null;
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const names = splitTags(text);
    if (names.length === 0) return setError(t("tagNameEmpty"));
    if (names.some((name) => name.length > TAG_NAME_MAX)) return setError(t("tagTooLong", { max: TAG_NAME_MAX }));
    create.mutate({ project_id: projectId, names });
  };
  return (
    <form className={styles["add"]} onSubmit={submit} noValidate>
      <TextInput
        aria-label={t("addTags")}
        placeholder={t("addTagsHint")}
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" leftSection={<IconPlus size={16} stroke={1.6} />} loading={create.isPending}>
        {t("add")}
      </Button>
    </form>
  );
}
