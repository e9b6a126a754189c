import { TAG_NAME_MAX } from "@kinora/domain/tags.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { ActionIcon, Button, TextInput, VisuallyHidden } from "@mantine/core";
import { IconArrowMerge, IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../layout/ActionMenu.tsx";
import { Later } from "../layout/Later.tsx";
import { api } from "../platform/client.ts";
import { confirm } from "../platform/confirm.ts";
import { lazyPart } from "../platform/lazyPart.ts";
import { fieldMessage } from "../platform/problem.ts";
import { tagsKey, type Tag } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./SettingsTable.module.css";

const MergeTagDialog = lazyPart(async () => (await import("./MergeTagDialog.tsx")).MergeTagDialog);

/** Tags as rows that are renamed in place, merged or deleted. */
export function TagTable({
  projectId,
  tags,
  canManage,
}: {
  projectId: number;
  tags: readonly Tag[];
  canManage: boolean;
}) {
  const { t } = useTranslation("projects");
  const [editing, setEditing] = useState<number | null>(null);
  const [merging, setMerging] = useState<Tag | null>(null);
  return (
    <>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th>{t("tag")}</th>
            <th className={styles["number"]}>{t("uses")}</th>
            <th className={styles["optional"]}>{t("createdBy")}</th>
            <th className={styles["optional"]}>{t("created")}</th>
            {canManage ? (
              <th className={styles["tail"]}>
                <VisuallyHidden>{t("edit")}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) =>
            editing === tag.id ? (
              <TagEditRow key={tag.id} tag={tag} projectId={projectId} onClose={() => setEditing(null)} />
            ) : (
              <TagRow
                key={tag.id}
                tag={tag}
                projectId={projectId}
                canManage={canManage}
                onEdit={() => setEditing(tag.id)}
                onMerge={() => setMerging(tag)}
              />
            ),
          )}
        </tbody>
      </table>
      <Later when={merging !== null}>
        <MergeTagDialog tag={merging} projectId={projectId} onClose={() => setMerging(null)} />
      </Later>
    </>
  );
}

function TagRow({
  tag,
  projectId,
  canManage,
  onEdit,
  onMerge,
}: {
  tag: Tag;
  projectId: number;
  canManage: boolean;
  onEdit: () => void;
  onMerge: () => void;
}) {
  const { t } = useTranslation("projects");
  const remove = useSettingsCall({
    call: () => api.tags.deleteTag({ id: tag.id }),
    changes: [tagsKey(projectId), ["videos"]],
    failure: t("tagNotDeleted"),
  });
  const ask = async () => {
    const yes = await confirm({ title: t("deleteTagTitle"), text: t("deleteTagText"), yes: t("delete"), danger: true });
    if (yes) remove.mutate(undefined);
  };
  const uses = [
    ...(tag.videos > 0 ? [t("usesVideos", { count: tag.videos, number: formatNumber(tag.videos) })] : []),
    ...(tag.livestreams > 0
      ? [t("usesLivestreams", { count: tag.livestreams, number: formatNumber(tag.livestreams) })]
      : []),
  ];
  const author = tag.created_by ? `${tag.created_by.first_name} ${tag.created_by.last_name}`.trim() : t("apiKey");
  return (
    <tr className={styles["row"]}>
      <td className={`${styles["name"]} truncate`}>{tag.name}</td>
      <td className={styles["number"]}>{uses.join(", ") || t("usesNothing")}</td>
      <td className={`${styles["optional"]} muted`}>{author}</td>
      <td className={`${styles["optional"]} muted`}>
        <time dateTime={tag.created_at} title={formatMoment(tag.created_at)}>
          {formatAgo(tag.created_at)}
        </time>
      </td>
      {canManage ? (
        <td className={styles["tail"]}>
          <ActionIcon aria-label={t("renameOf", { name: tag.name })} onClick={onEdit}>
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
          <ActionMenu
            actions={[
              { label: t("mergeInto"), icon: <IconArrowMerge size={16} stroke={1.6} />, onChoose: onMerge },
              {
                label: t("delete"),
                icon: <IconTrash size={16} stroke={1.6} />,
                danger: true,
                onChoose: () => void ask(),
              },
            ]}
          >
            <ActionIcon aria-label={t("actionsOf", { name: tag.name })} loading={remove.isPending}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </ActionMenu>
        </td>
      ) : null}
    </tr>
  );
}

function TagEditRow({ tag, projectId, onClose }: { tag: Tag; projectId: number; onClose: () => void }) {
  const { t } = useTranslation("projects");
  const [name, setName] = useState(tag.name);
  const [error, setError] = useState<string | null>(null);
  const save = useSettingsCall({
    call: api.tags.renameTag,
    changes: [tagsKey(projectId), ["videos"]],
    failure: t("tagNotSaved"),
    onDone: onClose,
    onProblem(problem) {
      const about = fieldMessage(problem, "name");
      setError(about);
      return about !== null;
    },
  });
  const submit = () => {
    if (save.isPending) return;
    if (name.trim() === "") return setError(t("tagNameEmpty"));
    if (name === tag.name) return onClose();
    save.mutate({ id: tag.id, name });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    if (event.key !== "Enter") return;
    event.preventDefault();
    submit();
  };
  return (
    <tr className={styles["editRow"]}>
      <td colSpan={5}>
        <div className={styles["inline"]}>
          <TextInput
            aria-label={t("tagName")}
            autoFocus
            maxLength={TAG_NAME_MAX}
            value={name}
            error={error}
            onKeyDown={press}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(null);
            }}
          />
          <Button loading={save.isPending} onClick={submit}>
            {t("save")}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
        </div>
      </td>
    </tr>
  );
}
