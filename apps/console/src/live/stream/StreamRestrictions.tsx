import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { RestrictionPanel } from "../../shell/restrictions/RestrictionPanel.tsx";

const Denials = lazyPart(async () => (await import("../../shell/restrictions/Denials.tsx")).Denials);

/** Who may watch a livestream and why, and who was refused. */
export function StreamRestrictions({ streamId, projectId }: { streamId: number; projectId: number }) {
  const { t } = useTranslation("restriction");
  const { permissions } = useViewer();
  return (
    <>
      <RestrictionPanel kind="stream" id={streamId} />
      {permissions.referrer_restrictions_view || permissions.restrictions_manage ? (
        <Suspense fallback={null}>
          <Denials projectId={projectId} item={{ stream: streamId }} title={t("denied")} />
        </Suspense>
      ) : null}
    </>
  );
}
