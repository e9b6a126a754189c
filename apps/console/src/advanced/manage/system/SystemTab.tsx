import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../platform/i18n.ts";
import { QueryProblem } from "../../../shell/frame/QueryProblem.tsx";
import { CertificateList } from "./CertificateList.tsx";
import { Countries } from "./Countries.tsx";
import { DoctorReport } from "./DoctorReport.tsx";
import { SendTestMail } from "./SendTestMail.tsx";
import { systemQuery, type SystemFacts } from "./system-queries.ts";

/** What the installation is made of, and whether it works. */
export function SystemTab() {
  const { t } = useTranslation("system");
  const query = useQuery(systemQuery());
  if (!query.data && query.isError) return <QueryProblem query={query} />;
  if (!query.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  return (
    <Stack gap="md">
      <DoctorReport />
      <Versions system={query.data} />
      <CertificateList system={query.data} />
      <Ingest system={query.data} />
      <SendTestMail mail={query.data.mail} />
      <Countries countries={query.data.countries} />
    </Stack>
  );
}

function Versions({ system: { version, node, postgres, schema } }: { system: SystemFacts }) {
  const { t } = useTranslation("system");
  return (
    <Panel title={t("versions")}>
      <Facts
        label={t("versions")}
        facts={[
          { label: "Kinora", value: version },
          { label: "Node.js", value: node },
          { label: "PostgreSQL", value: postgres },
          { label: t("schema"), value: schema },
        ]}
      />
      <Text mt={4} mb="xs" c="dimmed">
        {t("updateText")}
      </Text>
    </Panel>
  );
}

function Ingest({ system: { ingest, live_hosts: hosts } }: { system: SystemFacts }) {
  const { t } = useTranslation("system");
  return (
    <Panel title={t("ingest")}>
      <Facts
        label={t("ingest")}
        facts={ingest.map(({ protocol, url, port }) => ({
          label: protocol.toUpperCase(),
          value: port === null ? t("ingestProxy", { url }) : t("ingestPort", { url, port }),
        }))}
      />
      <Text mt={4} mb="xs" c="dimmed">
        {hosts.length === 0
          ? t("noLiveHosts")
          : hosts.map(({ host, seen_at: at }) => t("liveHost", { host, seen: formatAgo(at) })).join(" ")}
      </Text>
    </Panel>
  );
}
