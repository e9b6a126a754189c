import { AD_SCHEDULE_NAME_MAX, defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { ActionIcon, Button } from "@mantine/core";
import { IconCopy, IconDots, IconPlus, IconStar, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { lazyPart } from "../platform/lazy-part.ts";
import { useAction } from "../platform/use-action.ts";
import { offered } from "../shell/menus/actions.ts";
import { Later } from "../shell/menus/Later.tsx";
import { adsKey, type NewSchedule, type ProjectAds } from "./queries.ts";

const NewScheduleDialog = lazyPart(async () => (await import("./NewScheduleDialog.tsx")).NewScheduleDialog);
const icon = { size: 16, stroke: 1.6 } as const;

/** What can be done with the schedule that is edited, and a new one. */
export function ScheduleActions({
  projectId,
  ads,
  onChoose,
}: {
  projectId: number;
  ads: ProjectAds;
  /** Null: the default one. */
  onChoose: (id: number | null) => void;
}) {
  const { t } = useTranslation("ads");
  const [draft, setDraft] = useState<NewSchedule | null>(null);
  const actions = useScheduleActions({ projectId, ads, onChoose, onCopy: setDraft });
  return (
    <>
      {ads.id === null ? null : (
        <ActionMenu actions={actions}>
          <ActionIcon variant="default" size={36} aria-label={t("scheduleActions", { name: ads.name })}>
            <IconDots {...icon} />
          </ActionIcon>
        </ActionMenu>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus {...icon} />}
        onClick={() => setDraft({ name: "", settings: defaultAdSettings })}
      >
        {t("newSchedule")}
      </Button>
      <Later when={draft !== null}>
        <NewScheduleDialog
          projectId={projectId}
          draft={draft}
          longest={AD_SCHEDULE_NAME_MAX}
          onClose={() => setDraft(null)}
          onCreated={onChoose}
        />
      </Later>
    </>
  );
}

function useScheduleActions({
  projectId,
  ads,
  onChoose,
  onCopy,
}: {
  projectId: number;
  ads: ProjectAds;
  onChoose: (id: number | null) => void;
  onCopy: (draft: NewSchedule) => void;
}) {
  const { t } = useTranslation("ads");
  const changes = [adsKey(projectId)];
  const of = { project_id: projectId, id: ads.id ?? 0 };
  const setDefault = useAction(() => api.ads.setDefaultAdSchedule(of), { changes, failure: t("notSaved") });
  const remove = useAction(() => api.ads.deleteAdSchedule(of), {
    changes,
    failure: t("notDeleted"),
    onDone: () => onChoose(null),
  });
  const { id: _id, name, is_default: isDefault, categories: _c, excluded: _e, ...rest } = ads;
  const { demo_tags: _tags, updated_at: _at, ...settings } = rest;
  return [
    ...offered(!isDefault, {
      label: t("makeDefault"),
      icon: <IconStar {...icon} />,
      onChoose: () => setDefault.mutate(undefined),
    }),
    {
      label: t("duplicate"),
      icon: <IconCopy {...icon} />,
      onChoose: () => onCopy({ name: t("copyOf", { name }), settings }),
    },
    ...offered(!isDefault, {
      label: t("delete"),
      icon: <IconTrash {...icon} />,
      danger: true,
      onChoose: () =>
        void remove.mutateAfter(
          { title: t("deleteTitle", { name }), text: t("deleteText"), yes: t("delete"), danger: true },
          undefined,
        ),
    }),
  ];
}
