import { adsOfTag, type EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { fieldMessage, problemOf } from "../../platform/problem.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import type { AdTagTest, ProjectAds } from "../queries.ts";
import { AdPreview } from "./AdPreview.tsx";
import { TagChain } from "./TagChain.tsx";

/** Tries an ad tag: what it leads to from the server, and how it plays in this browser. */
export function TestBench({ projectId, ads, allowed }: { projectId: number; ads: ProjectAds; allowed: boolean }) {
  const { t } = useTranslation("ads");
  const saved = ads.mode === "vmap" ? ads.vmap_tag : (ads.mode === "schedule" ? ads.breaks[0] : ads.single)?.tags[0];
  const [tag, setTag] = useState<string | null>(null);
  const value = tag ?? (saved || (ads.demo_tags[0]?.url ?? ""));
  const test = useMutation({
    mutationFn: async (tried: string) => (await api.ads.testAdTag({ project_id: projectId, tag: tried })).data,
  });
  const problem = test.isError ? problemOf(test.error) : null;
  return (
    <Panel title={t("bench")}>
      <Stack gap="sm">
        <p className="note">{t("benchText")}</p>
        <Select
          label={t("demoTags")}
          placeholder={t("demoTagsPlaceholder")}
          data={ads.demo_tags.map(({ name, url }) => ({ value: url, label: name }))}
          value={ads.demo_tags.some(({ url }) => url === value) ? value : null}
          onChange={(url) => url && setTag(url)}
        />
        <TextInput
          label={t("adTag")}
          classNames={{ input: "mono" }}
          spellCheck={false}
          value={value}
          error={problem ? (fieldMessage(problem, "tag") ?? problem.message ?? t("benchProblem")) : undefined}
          onChange={({ currentTarget }) => setTag(currentTarget.value)}
        />
        <div>
          <Button
            variant="default"
            disabled={!allowed || value.trim() === ""}
            loading={test.isPending}
            onClick={() => test.mutate(value)}
          >
            {t("testTag")}
          </Button>
        </div>
        {test.isSuccess ? (
          <>
            <TagChain test={test.data} />
            <TagPlay key={test.submittedAt} projectId={projectId} ads={ads} tag={test.variables} test={test.data} />
          </>
        ) : null}
      </Stack>
    </Panel>
  );
}

/** Plays the tag that was tested; each press of the button loads the player again. */
function TagPlay({ projectId, ads, tag, test }: { projectId: number; ads: ProjectAds; tag: string; test: AdTagTest }) {
  const { t } = useTranslation("ads");
  const { permissions } = useViewer();
  const [shown, setShown] = useState<{ ads: EmbedAds; number: number } | null>(null);
  if (!permissions.video_view)
    return <p className="note">{t("playNeeds", { permission: permissionNames.video_view })}</p>;
  const isVmap = test.steps[0]?.kind === "vmap";
  return (
    <>
      <p className="note">{t("playText")}</p>
      <div>
        <Button
          variant="default"
          onClick={() => setShown({ ads: adsOfTag(ads, tag, isVmap), number: (shown?.number ?? 0) + 1 })}
        >
          {t("playTag")}
        </Button>
      </div>
      {shown ? <AdPreview key={shown.number} projectId={projectId} ads={shown.ads} /> : null}
    </>
  );
}
