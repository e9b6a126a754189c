import { BULK_ACTIONS, type BulkAction } from "@kinora/domain/videos/library.ts";
import { Menu } from "@kinora/ui/floats.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { confirm } from "../../platform/confirm.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { AddToPlaylistButton } from "../../playlists/add/AddToPlaylistButton.tsx";
import type { LabelAction } from "../../shell/fields/LabelsDialog.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { SelectionBar } from "../../shell/lists/SelectionBar.tsx";
import { deletionImpact, deletionQuestion } from "../deletion-question.ts";
import type { BulkJob, Selection } from "../library/library-queries.ts";
import { BulkDialog } from "./BulkDialog.tsx";
import { BulkLabels } from "./BulkLabels.tsx";
import { useBulk, type BulkOptions } from "./use-bulk.ts";

export interface Matching {
  selection: Selection;
  total: number;
  /** There are more than `total`. */
  more: boolean;
}

export interface BulkBarProps {
  projectId: number;
  selected: ReadonlySet<number>;
  /** Everything the list's filter shows, when it goes beyond this page. */
  matching: Matching | null;
  actions: readonly BulkAction[];
  onClear: () => void;
}

const FIRST_ACTIONS = [
  ["restore", "restore"],
  ["publish", "videos:publish"],
  ["unpublish", "videos:unpublish"],
] as const;

/** What can be done to the rows that are ticked, or to everything that matches; it takes the place of nothing until a row is ticked. */
export function BulkBar({ projectId, selected, matching, actions, onClear }: BulkBarProps) {
  const { t } = useTranslation(["library", "videos"]);
  const confirmDeletion = useConfirmDeletion(projectId);
  const [all, setAll] = useState(false);
  const [labels, setLabels] = useState<LabelAction | null>(null);
  const [job, setJob] = useState<BulkJob | null>(null);
  const clear = () => {
    setAll(false);
    onClear();
  };
  const { mutate: start, isPending: starting } = useBulk(projectId, (begun) => {
    setJob(begun);
    clear();
  });
  const everything = all && matching !== null;
  if (selected.size === 0 && job === null) return null;

  const begin = async (action: BulkAction, options: BulkOptions = {}) => {
    const ids = everything ? null : [...selected];
    const count = everything ? matching.total : selected.size;
    if ((action === "delete" || action === "purge") && !(await confirmDeletion(action, ids, count))) return;
    start({ action, chosen: everything ? { filter: matching.selection } : { ids: [...selected] }, options });
  };

  const total = matching ? `${formatNumber(matching.total)}${matching.more ? "+" : ""}` : "";
  const label = everything ? t("allSelected", { total }) : t("videos:selected", { count: selected.size });
  return (
    <>
      {selected.size > 0 ? (
        <SelectionBar label={label} onClear={clear}>
          {matching !== null && !everything ? (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {t("selectAllMatching", { total })}
            </Button>
          ) : null}
          <BulkActions
            projectId={projectId}
            videoIds={everything ? null : [...selected]}
            actions={actions}
            busy={starting}
            onBegin={(action) => void begin(action)}
            onLabels={setLabels}
          />
        </SelectionBar>
      ) : null}
      <BulkLabels
        projectId={projectId}
        action={labels}
        onClose={() => setLabels(null)}
        onApply={(action, options) => {
          setLabels(null);
          void begin(action, options);
        }}
      />
      <BulkDialog projectId={projectId} job={job} onClose={() => setJob(null)} />
    </>
  );
}

/** Asks before videos are deleted, with what goes with them; `ids` is null for everything that matches. */
function useConfirmDeletion(projectId: number) {
  const { t } = useTranslation(["library", "videos", "layout"]);
  const { t: tVideos } = useTranslation(["videos", "layout"]);
  return async (action: "delete" | "purge", ids: readonly number[] | null, count: number): Promise<boolean> => {
    if (action === "delete") {
      const impact = ids === null ? null : await deletionImpact(projectId, ids);
      return confirm(deletionQuestion(tVideos, { count }, impact));
    }
    const names = { items: t("videos:items", { count }), action: t("videos:deleteAction") };
    return confirm({
      title: t("layout:confirmManyTitle", names),
      text: t("layout:confirmMany", names),
      yes: t("purge"),
      danger: true,
    });
  };
}

interface BulkActionsProps {
  projectId: number;
  /** Null for everything that matches. */
  videoIds: readonly number[] | null;
  actions: readonly BulkAction[];
  busy: boolean;
  onBegin: (action: BulkAction) => void;
  onLabels: (action: LabelAction) => void;
}

/** The actions of the list that the person may do. */
function BulkActions({ projectId, videoIds, actions, busy, onBegin, onLabels }: BulkActionsProps) {
  const { t } = useTranslation(["library", "videos", "layout"]);
  const { permissions } = useViewer();
  const may = (action: BulkAction) => actions.includes(action) && permissions[BULK_ACTIONS[action]];
  return (
    <>
      {FIRST_ACTIONS.filter(([action]) => may(action)).map(([action, words]) => (
        <BulkButton key={action} label={t(words)} busy={busy} onClick={() => onBegin(action)} />
      ))}
      {actions.includes("publish") && videoIds !== null ? (
        <AddToPlaylistButton projectId={projectId} videoIds={videoIds} />
      ) : null}
      {may("set_category") ? <LabelsMenu onChoose={onLabels} /> : null}
      {may("retranscode") ? (
        <BulkButton label={t("retranscode")} busy={busy} onClick={() => onBegin("retranscode")} />
      ) : null}
      {may("delete") ? (
        <BulkButton danger label={t("layout:delete")} busy={busy} onClick={() => onBegin("delete")} />
      ) : null}
      {may("purge") ? <BulkButton danger label={t("purge")} busy={busy} onClick={() => onBegin("purge")} /> : null}
    </>
  );
}

function LabelsMenu({ onChoose }: { onChoose: (action: LabelAction) => void }) {
  const { t } = useTranslation("library");
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} stroke={1.6} />}>
          {t("category_and_tags")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(["set_category", "add_tags", "remove_tags"] as const).map((action) => (
          <Menu.Item key={action} onClick={() => onChoose(action)}>
            {t(`command_${action}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function BulkButton({
  label,
  busy,
  danger = false,
  onClick,
}: {
  label: string;
  busy: boolean;
  danger?: boolean;
  onClick: () => void;
}) {
  return (
    <Button variant="default" disabled={busy} {...(danger ? { c: "var(--kinora-failed)" } : {})} onClick={onClick}>
      {label}
    </Button>
  );
}
