import { Button, Checkbox, VisuallyHidden } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Suspense, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { Later } from "../layout/Later.tsx";
import { lazyPart } from "../platform/lazyPart.ts";
import type { CategoryLeaving } from "./CategoryDialog.tsx";
import { CategoryEditRow } from "./CategoryEditRow.tsx";
import { CategoryRow } from "./CategoryRow.tsx";
import type { Category } from "./queries.ts";
import { useCategoryOrder } from "./useCategoryOrder.ts";
import styles from "./SettingsTable.module.css";

const CategoryDialog = lazyPart(async () => (await import("./CategoryDialog.tsx")).CategoryDialog);
const DeleteCategoriesDialog = lazyPart(
  async () => (await import("./DeleteCategoriesDialog.tsx")).DeleteCategoriesDialog,
);

/** The categories as rows that are dragged, or moved with the arrow keys, into the project's order. */
export function CategoryTable({
  projectId,
  categories,
  canManage,
}: {
  projectId: number;
  categories: readonly Category[];
  canManage: boolean;
}) {
  const { t } = useTranslation("projects");
  const [editing, setEditing] = useState<number | null>(null);
  const [leaving, setLeaving] = useState<CategoryLeaving | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const [deleting, setDeleting] = useState(false);
  // What others deleted meanwhile is marked no more.
  const chosen = categories.filter(({ id }) => marked.has(id));
  const { said, moveTo, takeBack } = useCategoryOrder(projectId, categories);

  const drop = (event: DragEvent, target: number) => {
    event.preventDefault();
    const category = categories.find(({ id }) => id === dragged);
    setDragged(null);
    setOver(null);
    if (category) moveTo(category, target);
  };

  return (
    <div className={styles["scroll"]}>
      {chosen.length > 0 ? (
        <div className={styles["bulk"]} role="region" aria-label={t("marked", { count: chosen.length })}>
          <span>{t("marked", { count: chosen.length })}</span>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={14} stroke={1.6} />}
            onClick={() => setDeleting(true)}
          >
            {t("delete")}
          </Button>
          <Button variant="subtle" size="xs" onClick={() => setMarked(new Set())}>
            {t("unmark")}
          </Button>
        </div>
      ) : null}
      <table className={styles["table"]}>
        <thead>
          <tr>
            {canManage ? (
              <>
                <th className={styles["mark"]}>
                  <Checkbox
                    aria-label={t("markAll")}
                    checked={chosen.length === categories.length}
                    indeterminate={chosen.length > 0 && chosen.length < categories.length}
                    onChange={(event) =>
                      setMarked(new Set(event.currentTarget.checked ? categories.map(({ id }) => id) : []))
                    }
                  />
                </th>
                <th className={styles["handle"]}>
                  <VisuallyHidden>{t("edit")}</VisuallyHidden>
                </th>
              </>
            ) : null}
            <th className={styles["colour"]}>
              <VisuallyHidden>{t("colour")}</VisuallyHidden>
            </th>
            <th>{t("category")}</th>
            <th className={styles["optional"]}>{t("slug")}</th>
            <th className={styles["number"]}>{t("videos")}</th>
            <th>{t("status")}</th>
            {canManage ? (
              <th className={styles["tail"]}>
                <VisuallyHidden>{t("edit")}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, index) =>
            editing === category.id ? (
              <CategoryEditRow
                key={category.id}
                category={category}
                projectId={projectId}
                onClose={() => setEditing(null)}
              />
            ) : (
              <CategoryRow
                key={category.id}
                category={category}
                projectId={projectId}
                canManage={canManage}
                marked={marked.has(category.id)}
                onMark={(on) =>
                  setMarked(new Set(on ? [...marked, category.id] : [...marked].filter((id) => id !== category.id)))
                }
                dragged={dragged === category.id}
                over={
                  over !== index || dragged === null || dragged === category.id
                    ? null
                    : categories.findIndex(({ id }) => id === dragged) > index
                      ? "above"
                      : "below"
                }
                onEdit={() => setEditing(category.id)}
                onLeave={(how) => setLeaving({ category, how })}
                onStep={(step) => moveTo(category, index + step)}
                onTakeBack={takeBack}
                drag={{
                  onDragStart: () => setDragged(category.id),
                  onDragEnd: () => {
                    setDragged(null);
                    setOver(null);
                  },
                }}
                onDragOver={(event) => {
                  if (dragged === null) return;
                  event.preventDefault();
                  if (over !== index) setOver(index);
                }}
                onDrop={(event) => drop(event, index)}
              />
            ),
          )}
        </tbody>
      </table>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {deleting && chosen.length > 0 ? (
        <Suspense fallback={null}>
          <DeleteCategoriesDialog
            projectId={projectId}
            chosen={chosen}
            others={categories.filter(({ id }) => !marked.has(id))}
            onClose={() => setDeleting(false)}
            onDone={() => {
              setDeleting(false);
              setMarked(new Set());
            }}
          />
        </Suspense>
      ) : null}
      <Later when={leaving !== null}>
        <CategoryDialog
          leaving={leaving}
          others={categories.filter(({ id }) => id !== leaving?.category.id)}
          projectId={projectId}
          onClose={() => setLeaving(null)}
        />
      </Later>
    </div>
  );
}
