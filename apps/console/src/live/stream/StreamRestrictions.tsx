import { Suspense } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { RestrictionPanel } from "../../restrictions/applied/RestrictionPanel.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import type { StreamDetail } from "../queries.ts";

const Denials = lazyPart(async () => (await import("../../restrictions/records/Denials.tsx")).Denials);

/** Who may watch a livestream and why, and who was refused. */
export function StreamRestrictions({ stream }: { stream: Pick<StreamDetail, "id" | "hash" | "project_id"> }) {
  const { t } = useTranslation("restriction");
  const { permissions } = useViewer();
  return (
    <>
      <RestrictionPanel kind="stream" id={stream.id} hash={stream.hash} />
      {permissions.referrer_restrictions_view || permissions.restrictions_manage ? (
        <Suspense fallback={null}>
          <Denials projectId={stream.project_id} item={{ stream: stream.id }} title={t("denied")} />
        </Suspense>
      ) : null}
    </>
  );
}
