import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import type { UploadToken } from "./queries.ts";

const STATES = { active: "active", used: "not_active", expired: "warning", revoked: "not_active" } as const;

/** The columns of the upload tokens. */
export function useTokenColumns(): Column<UploadToken>[] {
  const { t } = useTranslation("apiKeys");
  return [
    {
      id: "name",
      header: t("name"),
      min: 140,
      grow: 2,
      mobile: "title",
      cell: ({ name }) => (
        <span className="truncate" dir="auto">
          {name}
        </span>
      ),
    },
    {
      id: "prefix",
      header: t("token"),
      min: 136,
      priority: 4,
      mobile: "hidden",
      cell: ({ prefix }) => <span className="mono">{prefix}…</span>,
    },
    {
      id: "uses",
      header: t("uses"),
      min: 80,
      align: "end",
      mobile: "meta",
      cell: ({ uses, uses_max: max }) => t("usesOf", { uses: formatNumber(uses), max: formatNumber(max) }),
    },
    ...useTokenLife(),
  ];
}

function useTokenLife(): Column<UploadToken>[] {
  const { t } = useTranslation("apiKeys");
  return [
    {
      id: "size",
      header: t("largest"),
      min: 90,
      align: "end",
      priority: 2,
      mobile: "hidden",
      cell: ({ max_bytes: bytes }) => (bytes === null ? t("asProject") : formatBytes(bytes)),
    },
    {
      id: "used",
      header: t("lastUsed"),
      min: 110,
      priority: 3,
      mobile: "hidden",
      cell: ({ last_used_at: at }) => <Moment at={at} never={t("never")} />,
    },
    {
      id: "expires",
      header: t("expires"),
      min: 110,
      priority: 5,
      mobile: "hidden",
      cell: ({ expires_at: at }) => <Moment at={at} />,
    },
    {
      id: "state",
      header: t("state"),
      min: 90,
      mobile: "meta",
      cell: ({ state }) => <StatusDot state={STATES[state]}>{t(`tokenState_${state}`)}</StatusDot>,
    },
  ];
}
