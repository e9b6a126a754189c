import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { Simulator } from "../applied/Simulator.tsx";
import { restrictedVideoQuery, type Policy } from "../queries.ts";

interface ProfileSimulatorProps {
  projectId: number;
  profileId: number;
  policy: Policy;
}

/** The simulator of a profile: for what the address names, else for the newest video that has the profile. */
export function ProfileSimulator({ projectId, profileId, policy }: ProfileSimulatorProps) {
  const { t } = useTranslation("restrictions");
  const named = useSearch({ from: "/app/settings/restrictions/$profileId" });
  const isNamed = named.video !== undefined || named.playlist !== undefined;
  const { data: newest } = useQuery({ ...restrictedVideoQuery(projectId, profileId), enabled: !isNamed });
  const hint = newest ? t("videoIdNewest", { title: newest.title }) : newest === null ? t("videoIdNone") : undefined;
  return (
    <Simulator
      projectId={projectId}
      profileId={profileId}
      policy={policy}
      prefilled={isNamed ? named : { video: newest?.hash }}
      videoHint={hint}
    />
  );
}
