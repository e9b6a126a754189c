import { usePhone } from "@kinora/ui/kit/use-width.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { IconLayoutGrid, IconList } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { Video } from "../../platform/videos.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { BulkBarLater } from "../bulk/BulkBarLater.tsx";
import { EmbedMenu } from "../embed/EmbedMenu.tsx";
import { usePreference } from "../use-preference.ts";
import { usePublish } from "../use-publish.ts";
import { showsFacts } from "./fact-columns.tsx";
import { placeOf } from "./library-view.ts";
import { useLibraryFilters } from "./use-library-filters.tsx";
import { useLibraryList, type LibraryListProps } from "./use-library-list.ts";
import { useNothingYet } from "./use-nothing-yet.tsx";
import { useVideoMenu, type RowTask } from "./use-video-menu.tsx";
import { useVideoPlays, type VideoPlays } from "./use-video-plays.ts";
import { USUAL_COLUMNS, useVideoColumns } from "./video-columns.tsx";

const ACTIONS = ["publish", "unpublish", "set_category", "add_tags", "remove_tags", "retranscode", "delete"] as const;
const icon = { size: 16, stroke: 1.6 } as const;

const VideoGrid = lazyPart(async () => (await import("./VideoGrid.tsx")).VideoGrid);
const TaskDialog = lazyPart(async () => (await import("./RowTaskDialog.tsx")).RowTaskDialog, {
  video: async () => (await import("../video/detail-texts.ts")).videoTexts,
});

/** Finished videos, or the latest ones, as rows or cards. */
export function VideosList(props: LibraryListProps) {
  const { projectId, at, peek } = props;
  const { t } = useTranslation(["videos", "library"]);
  const recent = at.address.type === "recent";
  const place = placeOf(at.address);
  const [layout, setLayout] = usePreference("library_layout", [recent ? "grid" : "table"]);
  const grid = layout[0] === "grid";
  const [chosen, setChosen] = usePreference("library_columns", USUAL_COLUMNS);
  const { list, rows, selection, bulk } = useLibraryList(props, showsFacts(chosen) && !grid);
  const plays = useVideoPlays(projectId, list.data?.data, grid ? [] : chosen);
  const { columns, options, hidden, onHide } = useChosenColumns(place, plays, chosen, setChosen);
  const [task, setTask] = useState<{ task: RowTask; id: number } | null>(null);
  const menu = useVideoMenu({ place, onPeek: peek.onPeek, onTask: (begun, id) => setTask({ task: begun, id }) });
  const keys = useVideoKeys(place);
  const empty = useNothingYet(projectId);
  const phone = usePhone();
  return (
    <>
      <BulkBarLater {...bulk} actions={ACTIONS} />
      <div ref={rows}>
        <ListPage
          name="library"
          label={recent ? t("recent") : t("completed")}
          at={at}
          // The latest are so many and no more: they have no pages.
          list={recent ? { ...list, data: list.data && { data: list.data.data } } : list}
          columns={recent ? columns.map(({ sorts: _sorts, ...column }) => column) : columns}
          hidden={hidden}
          height="tall"
          nameOf={({ title }) => title}
          searchLabel={t("search")}
          {...useLibraryFilters(projectId, at)}
          display={{ columns: { options: grid ? [] : options, hidden, onHide } }}
          tools={<LayoutSegments grid={grid} onChange={(value) => setLayout([value])} />}
          selection={selection}
          selecting={selection.selected.size > 0}
          current={peek.id}
          keys={keys}
          menu={menu}
          note={({ taken_down: takedown }) => takedown && t("takenDownShort", { reason: takedown.reason })}
          // On a phone the room is the title's: the menu has the codes, too.
          actions={(video) => (phone ? null : <EmbedMenu video={video} />)}
          cards={
            grid
              ? (videos) => (
                  <VideoGrid videos={videos} place={place} selection={selection} keys={keys} peekId={peek.id} />
                )
              : undefined
          }
          empty={empty}
          noMatch={t("emptyFilter")}
          permission="video_view"
        />
      </div>
      <Later when={task !== null}>{task ? <TaskDialog {...task} onClose={() => setTask(null)} /> : null}</Later>
    </>
  );
}

/** The columns of the table, and which of them the person has chosen. */
function useChosenColumns(
  place: ReturnType<typeof placeOf>,
  plays: VideoPlays | undefined,
  chosen: readonly string[],
  setChosen: (columns: string[]) => void,
) {
  const columns = useVideoColumns(place, plays);
  const options = columns.filter((column) => column.optional);
  const optional = options.map(({ id }) => id);
  return {
    columns,
    options,
    hidden: new Set(optional.filter((id) => !chosen.includes(id))),
    onHide: (ids: ReadonlySet<string>) => setChosen(optional.filter((id) => !ids.has(id))),
  };
}

/** A table or cards. */
function LayoutSegments({ grid, onChange }: { grid: boolean; onChange: (layout: "table" | "grid") => void }) {
  const { t } = useTranslation("library");
  return (
    <Segments
      aria-label={t("layout")}
      value={grid ? "grid" : "table"}
      onChange={onChange}
      data={[
        { value: "table", label: t("table"), icon: <IconList {...icon} /> },
        { value: "grid", label: t("grid"), icon: <IconLayoutGrid {...icon} /> },
      ]}
    />
  );
}

/** The keys of rows and cards: Enter and e open, p publishes. */
function useVideoKeys(search: ReturnType<typeof placeOf>) {
  const navigate = useNavigate();
  const { permissions } = useViewer();
  const { mutate: publish } = usePublish();
  const open = ({ id }: Video) => void navigate({ to: "/video/$videoId", params: { videoId: String(id) }, search });
  return {
    Enter: open,
    e: open,
    p({ id, published }: Video) {
      if (permissions.video_publish) publish({ id, published: !published });
    },
  };
}
