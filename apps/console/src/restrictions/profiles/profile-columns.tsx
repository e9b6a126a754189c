import type { Column } from "@kinora/ui/kit/columns.ts";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Group } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "../../platform/i18n.ts";
import type { Profile } from "../queries.ts";
import { usesOf } from "../uses.ts";
import styles from "../Restrictions.module.css";

/** The columns of the restriction profiles. */
export function useProfileColumns(): Column<Profile>[] {
  return [useNameColumn(), ...useRuleColumns(), ...useUsageColumns()];
}

function useNameColumn(): Column<Profile> {
  const { t } = useTranslation("restrictions");
  return {
    id: "name",
    header: t("name"),
    min: 160,
    grow: 2,
    mobile: "title",
    cell: ({ id, name, is_default: isDefault }) => (
      <span className={styles["name"]}>
        <Link to="/settings/restrictions/$profileId" params={{ profileId: String(id) }} dir="auto">
          {name}
        </Link>
        {isDefault ? (
          <Group component="span" className="note" display="inline-flex" flex="none" gap={4}>
            <IconStarFilled size={12} aria-hidden="true" /> {t("default")}
          </Group>
        ) : null}
      </span>
    ),
  };
}

/** What a profile demands of viewers. */
function useRuleColumns(): Column<Profile>[] {
  const { t } = useTranslation("restrictions");
  const counted = ({ mode }: { mode: "all" | "only" | "block" }, count: number) =>
    mode === "all" ? t("anyone") : t(mode === "only" ? "onlyCount" : "blockedCount", { count });
  const domainsOf = ({ referrers }: Profile["policy"]) => counted(referrers, referrers.entries.length);
  const countriesOf = ({ countries }: Profile["policy"]) => counted(countries, countries.codes.length);
  /** Every rule of a profile in one line, for phones, which have no columns for them. */
  const rulesInWords = (policy: Profile["policy"]) =>
    [
      ...(policy.signed ? [t("signed")] : []),
      ...(policy.password ? [t("typedPassword")] : []),
      ...(policy.encrypted ? [t("encrypted")] : []),
      policy.referrers.mode === "all" ? t("anyDomain") : t("domainsShort", { words: domainsOf(policy) }),
      ...(policy.countries.mode === "all" ? [] : [t("countriesShort", { words: countriesOf(policy) })]),
    ].join(" · ");
  return [
    {
      id: "domains",
      header: t("domains"),
      min: 90,
      priority: 4,
      mobile: "meta",
      cell: ({ policy }, { phone }) => (phone ? rulesInWords(policy) : domainsOf(policy)),
    },
    {
      id: "countries",
      header: t("countries"),
      min: 110,
      priority: 3,
      mobile: "hidden",
      cell: ({ policy }) => countriesOf(policy),
    },
    {
      id: "signed",
      header: t("signed"),
      min: 70,
      priority: 2,
      mobile: "hidden",
      cell: ({ policy: { signed } }) => t(signed ? "yes" : "no"),
    },
  ];
}

/** What a profile is used for, how often it refused, and its last change. */
function useUsageColumns(): Column<Profile>[] {
  const { t } = useTranslation("restrictions");
  return [
    {
      id: "uses",
      header: t("usedBy"),
      min: 150,
      grow: 1,
      priority: 5,
      mobile: "meta",
      cell: (profile, { phone }) => usesOf(t, profile) || t(phone ? "notUsed" : "usesNothing"),
    },
    {
      id: "denied",
      header: t("denied"),
      min: 110,
      align: "end",
      priority: 6,
      mobile: "meta",
      cell: ({ denied }, { phone }) =>
        phone ? t("deniedShort", { number: formatNumber(denied) }) : formatNumber(denied),
    },
    {
      id: "updated",
      header: t("updated"),
      min: 110,
      priority: 1,
      mobile: "hidden",
      cell: ({ updated_at: at }) => <Moment at={at} />,
    },
  ];
}
