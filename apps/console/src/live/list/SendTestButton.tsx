import { Button } from "@mantine/core";
import { IconTestPipe } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import { useStreamActions } from "../stream/use-stream-actions.ts";

/** Shows how a livestream looks without an encoder: creates one for the test picture and opens it. */
export function SendTestButton({ projectId }: { projectId: number }) {
  const { t } = useTranslation("live");
  const navigate = useNavigate();
  const actions = useStreamActions(projectId);
  const open = (id: number) => void navigate({ to: "/live/$streamId", params: { streamId: String(id) } });
  return (
    <Button
      variant="default"
      loading={actions.isPending}
      leftSection={<IconTestPipe size={16} stroke={1.6} />}
      onClick={() => actions.sendFirstTest(open)}
    >
      {t("sendTest")}
    </Button>
  );
}
