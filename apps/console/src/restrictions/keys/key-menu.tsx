import { IconBan, IconEye, IconRefresh } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { keysKey, type ShownSecret, type SigningKey } from "../queries.ts";

const icon = { size: 16, stroke: 1.6 } as const;

export function useKeyMenu(projectId: number, onSecret: (shown: ShownSecret) => void) {
  const { t } = useTranslation("restrictions");
  const options = { changes: [keysKey(projectId)], failure: t("keyNotChanged") };
  const rotate = useAction(api.restrictions.rotateSigningKey, {
    ...options,
    onDone: ({ data, secret }) => onSecret({ title: t("secretTitle"), secret, algorithm: data.algorithm }),
  });
  const revoke = useAction(api.restrictions.revokeSigningKey, options);
  const reveal = useAction(
    async ({ id, kid, algorithm }: SigningKey) => {
      const { secret } = await api.restrictions.revealSigningKey({ project_id: projectId, id });
      onSecret({ title: t("revealTitle", { kid }), secret, algorithm });
      return { message: t("secretAgain") };
    },
    { ...options, changes: [] },
  );
  return (key: SigningKey) => {
    if (key.state === "revoked") return [];
    const { id, kid, algorithm } = key;
    const input = { project_id: projectId, id };
    return [
      ...(algorithm === "HS256"
        ? [{ label: t("reveal"), icon: <IconEye {...icon} />, onChoose: () => reveal.mutate(key) }]
        : []),
      {
        label: t("rotate"),
        icon: <IconRefresh {...icon} />,
        onChoose: () =>
          void rotate.mutateAfter(
            { title: t("rotateTitle", { kid }), text: t("rotateText"), yes: t("rotate"), danger: false },
            input,
          ),
      },
      {
        label: t("revoke"),
        icon: <IconBan {...icon} />,
        danger: true,
        onChoose: () =>
          void revoke.mutateAfter(
            { title: t("revokeTitle", { kid }), text: t("revokeText"), yes: t("revoke"), danger: true },
            input,
          ),
      },
    ];
  };
}
