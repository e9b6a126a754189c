import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { withoutNothing } from "../../shell/lists/given.ts";
import { embedPageQuery, type EmbedPageSeen } from "./video-queries.ts";
import styles from "./Videos.module.css";

/** What the edge answers to a request for the embed page, which a page is said to make. */
export function EmbedHeaders({ videoId, player }: { videoId: number; player: string | null }) {
  const { t } = useTranslation("installationVideos");
  const [typed, setTyped] = useState("");
  const [page, setPage] = useState("");
  const input = withoutNothing({ player: player ?? undefined, page: page || undefined });
  const answer = useQuery(embedPageQuery({ video_id: videoId, ...input }));
  const wrong = answer.isError ? problemOf(answer.error).fields["page"]?.[0] : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (typed.trim() === page) void answer.refetch();
    setPage(typed.trim());
  };
  return (
    <Panel title={t("headers")}>
      <form onSubmit={submit} className={styles["ask"]} noValidate>
        <TextInput
          label={t("page")}
          description={t("pageText")}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          error={wrong}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={answer.isFetching}>
          {t("askAgain")}
        </Button>
      </form>
      {wrong === undefined ? <Seen answer={answer} /> : null}
    </Panel>
  );
}

interface Answer {
  data: EmbedPageSeen | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

function Seen({ answer }: { answer: Answer }) {
  const { t } = useTranslation("installationVideos");
  if (answer.isError) return <QueryProblem query={answer} />;
  if (!answer.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  const { url, seen } = answer.data;
  if (seen === null) return <Text>{t("notSeen", { url })}</Text>;
  return (
    <Facts
      label={t("headers")}
      facts={[
        { label: t("address"), value: <span className={styles["words"]}>{url}</span> },
        { label: t("status"), value: String(seen.status) },
        ...seen.headers.map(({ name, value }) => ({
          label: name,
          value: <span className={styles["words"]}>{value}</span>,
        })),
      ]}
    />
  );
}
