import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { Button, ActionIcon } from "@mantine/core";
import { IconArrowMerge, IconPencil, IconTags, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { tagsQuery, type Tag, tagsKey } from "../queries.ts";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { AddTags } from "./AddTags.tsx";
import { useTagColumns } from "./tag-columns.tsx";
import { tagView } from "./tag-view.ts";
import { TagEditor } from "./TagEditor.tsx";
import styles from "../Settings.module.css";

const MergeTagDialog = lazyPart(async () => (await import("./MergeTagDialog.tsx")).MergeTagDialog);
const icon = { size: 16, stroke: 1.6 } as const;

/** The tags of a project, however many. The address holds search, order and page. */
export default function TagsPage() {
  const { t } = useTranslation("projects");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const canManage = useViewer().permissions.tags_manage;
  if (projectId === null) return null;
  return (
    <SettingsFrame>
      {canManage ? (
        <AddTags projectId={projectId} />
      ) : (
        <p className={styles["locked"]}>{t("readOnly", { permission: permissionNames.tags_manage })}</p>
      )}
      <Tags projectId={projectId} canManage={canManage} />
    </SettingsFrame>
  );
}

function Tags({ projectId, canManage }: { projectId: number; canManage: boolean }) {
  const { t } = useTranslation("projects");
  const at = useListAddress(tagView);
  const list = useQuery(tagsQuery(projectId, { ...at.address, ...tagView.pageOf(at.address) }));
  const columns = useTagColumns();
  const [editing, setEditing] = useState<number | null>(null);
  const [merging, setMerging] = useState<Tag | null>(null);
  const { ask, askUnused } = useTagDeletion(projectId);
  const menuOf = (tag: Tag) => [
    { label: t("mergeInto"), icon: <IconArrowMerge {...icon} />, onChoose: () => setMerging(tag) },
    { label: t("delete"), icon: <IconTrash {...icon} />, danger: true, onChoose: () => void ask(tag) },
  ];
  return (
    <>
      <ListPage
        name="tags"
        label={t("tabTags")}
        at={at}
        list={list}
        columns={columns}
        nameOf={({ name }) => name}
        searchLabel={t("searchTags")}
        segments={{
          id: "unused",
          label: t("filterUse"),
          all: t("allTags"),
          options: [{ value: "true", label: t("unusedOnly") }],
          value: at.address.unused ? "true" : undefined,
          onChange: (value) => at.show({ unused: value === undefined ? undefined : true }),
        }}
        tools={
          canManage ? (
            <Button variant="default" onClick={() => void askUnused()}>
              {t("deleteUnused")}
            </Button>
          ) : null
        }
        noMatch={t("tagsNoMatch")}
        empty={{ icon: <IconTags size={22} stroke={1.6} />, title: t("tagsEmpty"), text: t("tagsEmptyText") }}
        menu={canManage ? menuOf : undefined}
        actions={canManage ? ({ id, name }) => <RenameButton name={name} onPress={() => setEditing(id)} /> : undefined}
        editor={(tag) =>
          tag.id === editing ? <TagEditor tag={tag} projectId={projectId} onClose={() => setEditing(null)} /> : null
        }
      />
      <Later when={merging !== null}>
        <MergeTagDialog tag={merging} projectId={projectId} onClose={() => setMerging(null)} />
      </Later>
    </>
  );
}

function RenameButton({ name, onPress }: { name: string; onPress: () => void }) {
  const { t } = useTranslation("projects");
  return (
    <ActionIcon aria-label={t("renameOf", { name })} onClick={onPress}>
      <IconPencil {...icon} />
    </ActionIcon>
  );
}

/** Deletes a tag, or all unused ones, after a question. */
function useTagDeletion(projectId: number) {
  const { t } = useTranslation("projects");
  const changes = { changes: [tagsKey(projectId), ["videos"]], failure: t("tagNotDeleted") };
  const remove = useAction((id: number) => api.tags.deleteTag({ id }), changes);
  const removeUnused = useAction(() => api.tags.deleteUnusedTags({ project_id: projectId }), changes);
  const deleting = { yes: t("delete"), danger: true };
  return {
    askUnused: () =>
      removeUnused.mutateAfter({ title: t("deleteUnusedTitle"), text: t("deleteUnusedText"), ...deleting }, undefined),
    ask: ({ id }: Tag) => remove.mutateAfter({ title: t("deleteTagTitle"), text: t("deleteTagText"), ...deleting }, id),
  };
}
