import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import styles from "./AppliedRestriction.module.css";

const Simulator = lazyPart(async () => (await import("./Simulator.tsx")).Simulator);

interface AppliedRestrictionProps {
  title: string;
  /** Why nothing is decided, such as a take-down. */
  before?: string | null;
  /** What applies; null when nothing is asked. */
  found: UseQueryResult<{ profile: { id: number; name: string } | null; rules: string[] }> | null;
  /** Says which profile applies, or that none does. */
  says: (profile: string | null) => string;
  item: { project: { id: number }; hash: string };
}

/** Which profile applies to an item, and a simulator that says whether it allows a described request. */
export function AppliedRestriction({ title, before = null, found, says, item }: AppliedRestrictionProps) {
  const { t } = useTranslation("layout");
  const profile = found?.data?.profile ?? null;
  return (
    <>
      <Panel title={title}>
        {before === null ? null : <Text>{before}</Text>}
        {found?.isError ? <QueryProblem query={found} /> : null}
        {found?.isPending ? <SkeletonRows label={title} thumb={false} /> : null}
        {found?.data ? (
          <>
            <Text>{says(profile?.name ?? null)}</Text>
            <ul className={styles["rules"]}>
              {found.data.rules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </>
        ) : null}
      </Panel>
      {profile ? (
        <Suspense fallback={<SkeletonRows label={t("loading")} thumb={false} />}>
          <Simulator projectId={item.project.id} profileId={profile.id} video={item.hash} />
        </Suspense>
      ) : null}
    </>
  );
}
