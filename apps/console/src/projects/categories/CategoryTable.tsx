import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable, type RowId } from "@kinora/ui/kit/DataTable.tsx";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowMerge, IconCategory, IconPencil, IconTrash } from "@tabler/icons-react";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../platform/lazy-part.ts";
import { SelectionBar } from "../../shell/lists/SelectionBar.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import type { Category } from "../queries.ts";
import { useCategoryColumns } from "./category-columns.tsx";
import type { CategoryLeaving } from "./CategoryDialog.tsx";
import { CategoryEditor } from "./CategoryEditor.tsx";
import { useCategoryOrder } from "./use-category-order.ts";

const CategoryDialog = lazyPart(async () => (await import("./CategoryDialog.tsx")).CategoryDialog);
const DeleteCategoriesDialog = lazyPart(
  async () => (await import("./DeleteCategoriesDialog.tsx")).DeleteCategoriesDialog,
);
const NONE: readonly Category[] = [];
const icon = { size: 16, stroke: 1.6 } as const;

/** The categories as rows that are dragged, or moved with the arrow keys, into the project's order. */
export function CategoryTable({
  projectId,
  categories,
  canManage,
  problem,
}: {
  projectId: number;
  /** Undefined while they are on their way. */
  categories: readonly Category[] | undefined;
  canManage: boolean;
  /** Why they are not shown; null for no reason. */
  problem?: ReactNode;
}) {
  const { t } = useTranslation("projects");
  const [editing, setEditing] = useState<number | null>(null);
  const [leaving, setLeaving] = useState<CategoryLeaving | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<RowId>>(new Set());
  const [deleting, setDeleting] = useState(false);
  const columns = useCategoryColumns(projectId, canManage);
  const { moveTo, takeBack } = useCategoryOrder(projectId, categories ?? NONE);
  // What others deleted meanwhile is selected no more.
  const chosen = (categories ?? NONE).filter(({ id }) => selected.has(id));
  const menuOf = (category: Category) => [
    {
      label: t("mergeInto"),
      icon: <IconArrowMerge {...icon} />,
      onChoose: () => setLeaving({ category, how: "merge" }),
    },
    {
      label: t("delete"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: () => setLeaving({ category, how: "delete" }),
    },
  ];
  return (
    <>
      {chosen.length > 0 ? (
        <SelectionBar label={t("marked", { count: chosen.length })} onClear={() => setSelected(new Set())}>
          <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting(true)}>
            {t("delete")}
          </Button>
        </SelectionBar>
      ) : null}
      <DataTable
        label={t("tabCategories")}
        columns={columns}
        rows={categories}
        nameOf={({ name }) => name}
        problem={problem}
        empty={
          <EmptyState icon={<IconCategory size={22} stroke={1.6} />} title={t("categoriesEmpty")}>
            {t("categoriesEmptyText")}
          </EmptyState>
        }
        {...(canManage
          ? {
              selection: { selected, onChange: setSelected },
              reorder: { nameOf: ({ name }: Category) => name, onMove: moveTo, onUndo: takeBack },
              menu: menuOf,
              actions: ({ id, name }: Category) => (
                <ActionIcon aria-label={t("editOf", { name })} onClick={() => setEditing(id)}>
                  <IconPencil {...icon} />
                </ActionIcon>
              ),
            }
          : {})}
        editor={(category) =>
          category.id === editing ? (
            <CategoryEditor category={category} projectId={projectId} onClose={() => setEditing(null)} />
          ) : null
        }
      />
      {deleting && chosen.length > 0 ? (
        <Suspense fallback={null}>
          <DeleteCategoriesDialog
            projectId={projectId}
            chosen={chosen}
            others={(categories ?? NONE).filter(({ id }) => !selected.has(id))}
            onClose={() => setDeleting(false)}
            onDone={() => {
              setDeleting(false);
              setSelected(new Set());
            }}
          />
        </Suspense>
      ) : null}
      <Later when={leaving !== null}>
        <CategoryDialog
          leaving={leaving}
          others={(categories ?? NONE).filter(({ id }) => id !== leaving?.category.id)}
          projectId={projectId}
          onClose={() => setLeaving(null)}
        />
      </Later>
    </>
  );
}
