import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable, type RowId } from "@kinora/ui/kit/DataTable.tsx";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowMerge, IconCategory, IconPencil, IconTrash } from "@tabler/icons-react";
import { Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
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

interface SelectedCategoriesProps {
  projectId: number;
  categories: readonly Category[];
  selected: ReadonlySet<RowId>;
  onClear: () => void;
}

/** What can be done to the categories that are ticked: they are deleted together. */
function SelectedCategories({ projectId, categories, selected, onClear }: SelectedCategoriesProps) {
  const { t } = useTranslation("projects");
  const [deleting, setDeleting] = useState(false);
  // What others deleted meanwhile is selected no more.
  const chosen = categories.filter(({ id }) => selected.has(id));
  if (chosen.length === 0) return null;
  return (
    <>
      <SelectionBar label={t("marked", { count: chosen.length })} onClear={onClear}>
        <Button variant="default" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting(true)}>
          {t("delete")}
        </Button>
      </SelectionBar>
      {deleting ? (
        <Suspense fallback={null}>
          <DeleteCategoriesDialog
            projectId={projectId}
            chosen={chosen}
            others={categories.filter(({ id }) => !selected.has(id))}
            onClose={() => setDeleting(false)}
            onDone={() => {
              setDeleting(false);
              onClear();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** What takes a category away, as actions of its row, and the dialog that asks where its videos go. */
function useLeaving(projectId: number, categories: readonly Category[]) {
  const { t } = useTranslation("projects");
  const [leaving, setLeaving] = useState<CategoryLeaving | null>(null);
  const leavingMenu = (category: Category) => [
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
  const leavingDialog = (
    <Later when={leaving !== null}>
      <CategoryDialog
        leaving={leaving}
        others={categories.filter(({ id }) => id !== leaving?.category.id)}
        projectId={projectId}
        onClose={() => setLeaving(null)}
      />
    </Later>
  );
  return { leavingMenu, leavingDialog };
}

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
  const [selected, setSelected] = useState<ReadonlySet<RowId>>(new Set());
  const { leavingMenu, leavingDialog } = useLeaving(projectId, categories ?? NONE);
  const columns = useCategoryColumns(projectId, canManage);
  const { moveTo, takeBack } = useCategoryOrder(projectId, categories ?? NONE);
  return (
    <>
      <SelectedCategories
        projectId={projectId}
        categories={categories ?? NONE}
        selected={selected}
        onClear={() => setSelected(new Set())}
      />
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
              menu: leavingMenu,
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
      {leavingDialog}
    </>
  );
}
