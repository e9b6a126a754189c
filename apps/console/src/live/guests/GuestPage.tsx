import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Box, Button, Loader, Text } from "@mantine/core";
import { IconLinkOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { Studio } from "../studio/Studio.tsx";
import { readInvitation } from "./guest-invitation.ts";

/** The studio alone, for a guest with a link: its token is in the fragment of the address, which is sent to nobody. */
export default function GuestPage() {
  const { t } = useTranslation("guests");
  const [token] = useState(() => location.hash.slice(1));
  const found = useQuery({
    queryKey: ["guest-invitation"],
    queryFn: () => readInvitation(token),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Box w="100%" maw={1040} mx="auto" py="lg" px="md">
      {found.data ? (
        <>
          <PageHeader title={found.data.name} />
          <Text mb="md" c="dimmed">
            {t("pageText", { time: formatMoment(found.data.ends_at) })}
          </Text>
          <Studio url={found.data.url} readKey={() => Promise.resolve(token)} />
        </>
      ) : found.isError ? (
        <EmptyState isPage icon={<IconLinkOff size={22} stroke={1.6} />} title={t("pageProblem")}>
          <Button onClick={() => void found.refetch()}>{t("pageAgain")}</Button>
        </EmptyState>
      ) : found.isPending ? (
        <Loader aria-label={t("pageLoading")} />
      ) : (
        <EmptyState isPage icon={<IconLinkOff size={22} stroke={1.6} />} title={t("pageGone")}>
          {t("pageGoneText")}
        </EmptyState>
      )}
    </Box>
  );
}
