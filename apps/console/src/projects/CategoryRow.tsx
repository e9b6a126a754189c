import { formatNumber } from "@kinora/ui/numbers.ts";
import { ActionIcon, Checkbox, Switch } from "@mantine/core";
import { IconArrowMerge, IconDots, IconGripVertical, IconPencil, IconTrash } from "@tabler/icons-react";
import type { DragEvent, KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../layout/ActionMenu.tsx";
import { api } from "../platform/client.ts";
import type { CategoryLeaving } from "./CategoryDialog.tsx";
import { ColourPicker } from "./ColourPicker.tsx";
import { categoriesKey, type Category } from "./queries.ts";
import { useSettingsCall } from "./useSettingsCall.ts";
import styles from "./SettingsTable.module.css";

interface Props {
  category: Category;
  projectId: number;
  canManage: boolean;
  marked: boolean;
  onMark: (on: boolean) => void;
  dragged: boolean;
  over: "above" | "below" | null;
  onEdit: () => void;
  onLeave: (how: CategoryLeaving["how"]) => void;
  onStep: (step: number) => void;
  onTakeBack: () => void;
  drag: { onDragStart: () => void; onDragEnd: () => void };
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

/** One category: its place, name, number of videos and whether it is offered. */
export function CategoryRow({
  category,
  projectId,
  canManage,
  marked,
  onMark,
  dragged,
  over,
  onEdit,
  onLeave,
  onStep,
  onTakeBack,
  drag,
  onDragOver,
  onDrop,
}: Props) {
  const { t } = useTranslation("projects");
  const status = useSettingsCall({
    call: api.categories.setCategoryStatus,
    changes: [categoriesKey(projectId)],
    config: true,
    failure: t("categoryStatusNotChanged"),
  });
  const step = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      return onTakeBack();
    }
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    onStep(by);
  };
  // While the answer is on its way the switch shows what was asked for.
  const active = status.isPending ? status.variables.active : category.active;
  return (
    <tr
      className={styles["row"]}
      data-dragged={dragged}
      data-over={over ?? undefined}
      onDragOver={onDragOver}
      onDrop={onDrop}
    >
      {canManage ? (
        <td className={styles["mark"]}>
          <Checkbox
            aria-label={t("markOf", { name: category.name })}
            checked={marked}
            onChange={(event) => onMark(event.currentTarget.checked)}
          />
        </td>
      ) : null}
      {canManage ? (
        <td className={styles["handle"]}>
          <ActionIcon
            className={styles["grip"] ?? ""}
            aria-label={t("moveOf", { name: category.name })}
            draggable
            onKeyDown={step}
            {...drag}
          >
            <IconGripVertical size={16} stroke={1.6} />
          </ActionIcon>
        </td>
      ) : null}
      <td className={styles["colour"]}>
        <ColourPicker category={category} projectId={projectId} disabled={!canManage} />
      </td>
      <td className={`${styles["name"]} truncate`}>{category.name}</td>
      <td className={`${styles["optional"]} mono muted`}>{category.slug}</td>
      <td className={styles["number"]}>{formatNumber(category.videos)}</td>
      <td>
        <Switch
          aria-label={t("categoryStatus", { name: category.name })}
          label={active ? t("on") : t("off")}
          checked={active}
          disabled={!canManage}
          onChange={(event) => status.mutate({ id: category.id, active: event.currentTarget.checked })}
        />
      </td>
      {canManage ? (
        <td className={styles["tail"]}>
          <ActionIcon aria-label={t("editOf", { name: category.name })} onClick={onEdit}>
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
          <ActionMenu
            actions={[
              {
                label: t("mergeInto"),
                icon: <IconArrowMerge size={16} stroke={1.6} />,
                onChoose: () => onLeave("merge"),
              },
              {
                label: t("delete"),
                icon: <IconTrash size={16} stroke={1.6} />,
                danger: true,
                onChoose: () => onLeave("delete"),
              },
            ]}
          >
            <ActionIcon aria-label={t("actionsOf", { name: category.name })}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </ActionMenu>
        </td>
      ) : null}
    </tr>
  );
}
