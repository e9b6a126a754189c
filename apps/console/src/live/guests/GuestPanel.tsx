import { GUEST_LINKS_MAX } from "@kinora/domain/live/guest-links.ts";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Button, Stack } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useAction } from "../../platform/use-action.ts";
import { useNow } from "../../platform/use-now.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { LIVE_KEY } from "../queries.ts";
import { guestLinksQuery, type GuestLink } from "./guest-links.ts";
import styles from "./Guests.module.css";

const GuestLinkDialog = lazyPart(async () => (await import("./GuestLinkDialog.tsx")).GuestLinkDialog);

/** Links with which guests go live on a livestream. */
export function GuestPanel({ streamId }: { streamId: number }) {
  const { t } = useTranslation("guests");
  const links = useQuery(guestLinksQuery(streamId));
  const [open, setOpen] = useState(false);
  const isFull = (links.data?.length ?? 0) >= GUEST_LINKS_MAX;
  return (
    <Panel title={t("title")}>
      <Stack gap={12}>
        <p className="note">{t("text")}</p>
        <Links links={links} streamId={streamId} />
        <Button
          variant="default"
          disabled={isFull}
          leftSection={<IconLink size={16} stroke={1.6} />}
          onClick={() => setOpen(true)}
        >
          {t("add")}
        </Button>
        {isFull ? <p className="note">{t("full", { max: GUEST_LINKS_MAX })}</p> : null}
      </Stack>
      {open ? (
        <Suspense fallback={null}>
          <GuestLinkDialog streamId={streamId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Panel>
  );
}

function Links({ links, streamId }: { links: ReturnType<typeof useQuery<GuestLink[]>>; streamId: number }) {
  const { t } = useTranslation("guests");
  if (!links.data) {
    return links.isError ? (
      <ListProblem list={links} permission="streams_key_view" />
    ) : (
      <SkeletonRows rows={1} thumb={false} label={t("loading")} />
    );
  }
  if (links.data.length === 0) return null;
  return (
    <Stack gap="xs" renderRoot={(props) => <ul {...props} />}>
      {links.data.map((link) => (
        <LinkRow key={link.id} link={link} streamId={streamId} />
      ))}
    </Stack>
  );
}

function LinkRow({
  link: { id, name, ends_at: endsAt, used_at: usedAt },
  streamId,
}: {
  link: GuestLink;
  streamId: number;
}) {
  const { t } = useTranslation("guests");
  const revoke = useAction(api.guestLinks.deleteGuestLink, { changes: [LIVE_KEY] });
  const isOver = new Date(endsAt).getTime() <= useNow(false);
  const ask = () =>
    revoke.mutateAfter(
      { title: t("revokeTitle"), text: t("revokeText"), yes: t("revoke"), danger: true },
      { stream_id: streamId, id },
    );
  return (
    <li className={styles["link"]}>
      <Stack gap={0} miw={0} renderRoot={(props) => <span {...props} />}>
        <strong dir="auto" className="truncate">
          {name}
        </strong>
        <span className="note">
          {t(isOver ? "ended" : "ends", { time: formatMoment(endsAt) })} ·{" "}
          {usedAt === null ? t("unused") : t("used", { time: formatAgo(usedAt) })}
        </span>
      </Stack>
      <Button
        size="compact-sm"
        variant="default"
        disabled={revoke.isPending}
        aria-label={t("revokeOf", { name })}
        onClick={() => void ask()}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
