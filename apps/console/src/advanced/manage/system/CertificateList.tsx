import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { formatAgo } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../platform/i18n.ts";
import { reasonOf } from "../../../platform/problem.ts";
import { certificatesQuery, type SystemFacts } from "./system-queries.ts";
import styles from "./System.module.css";

/** The public addresses, and the certificates of those that speak TLS. */
export function CertificateList({ system: { hosts, ingest } }: { system: SystemFacts }) {
  const { t } = useTranslation("system");
  const query = useQuery(certificatesQuery());
  const isPlain =
    hosts.every(({ url }) => url.startsWith("http:")) && !ingest.some(({ protocol }) => protocol === "rtmps");
  return (
    <Panel
      title={t("addresses")}
      action={
        isPlain ? undefined : (
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t("checkCertificates")}
          </Button>
        )
      }
    >
      <Facts label={t("addresses")} facts={hosts.map(({ name, url }) => ({ label: t(`host_${name}`), value: url }))} />
      {isPlain ? (
        <Text mt={4} mb="xs" c="dimmed">
          {t("plainText")}
        </Text>
      ) : null}
      {query.isError ? <p role="alert">{reasonOf(query.error)}</p> : null}
      {query.data ? (
        <ul className={styles["findings"]} aria-label={t("certificates")}>
          {query.data.map(({ name, place, valid_to: validTo, issuer, problem }) => (
            <li key={name}>
              <StatusDot state={problem === null ? "healthy" : "failed"}>{place}</StatusDot>
              <span>
                {validTo === null
                  ? null
                  : t("validTo", { when: formatAgo(validTo), issuer: issuer ?? t("unknownIssuer") })}
              </span>
              {problem === null ? null : <span className="muted">{problem}</span>}
            </li>
          ))}
        </ul>
      ) : null}
    </Panel>
  );
}
