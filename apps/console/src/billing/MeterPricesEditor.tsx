import { METERS, type Meter } from "@kinora/domain/billing/meters.ts";
import type { Currency } from "@kinora/domain/billing/money.ts";
import { TIERS_MAX } from "@kinora/domain/billing/plans.ts";
import { METER_NAMES, UNIT_NAME, UNIT_NAMES } from "@kinora/domain/billing/words.ts";
import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { ActionIcon, Button, Switch, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "../platform/i18n.ts";
import type { TypedPrice, TypedPrices } from "./price-form.ts";
import styles from "./MeterPricesEditor.module.css";

interface MeterPricesEditorProps {
  prices: TypedPrices;
  currency: Currency;
  /** The message at a place, such as `meters.traffic.included`. */
  errorAt: (place: string) => string | undefined;
  onChange: (prices: TypedPrices) => void;
}

/** What each meter includes and what more of it costs, in tiers. */
export const MeterPricesEditor = ({ prices, currency, errorAt, onChange }: MeterPricesEditorProps) => (
  <div>
    {METERS.map((meter) => (
      <MeterEditor
        key={meter}
        meter={meter}
        price={prices[meter]}
        currency={currency}
        errorAt={(place) => errorAt(`meters.${meter}.${place}`)}
        onChange={(price) => onChange({ ...prices, [meter]: price })}
      />
    ))}
  </div>
);

interface MeterEditorProps {
  meter: Meter;
  price: TypedPrice;
  currency: Currency;
  errorAt: (place: string) => string | undefined;
  onChange: (price: TypedPrice) => void;
}

function MeterEditor({ meter, price, currency, errorAt, onChange }: MeterEditorProps) {
  const { t } = useTranslation("billing");
  const { charged, included, tiers } = price;
  return (
    <div className={styles["meter"]} role="group" aria-label={METER_NAMES[meter]}>
      <Switch
        label={METER_NAMES[meter]}
        aria-label={t("charged", { meter: METER_NAMES[meter] })}
        checked={charged}
        onChange={(event) => onChange({ ...price, charged: event.currentTarget.checked })}
      />
      {charged ? (
        <>
          <div className={styles["fields"]}>
            <TextInput
              label={t("included")}
              value={included}
              error={errorAt("included")}
              {...inUnit(UNIT_NAMES[meter])}
              onChange={(event) => onChange({ ...price, included: event.currentTarget.value })}
            />
          </div>
          {tiers.map((tier, n) => (
            <TierFields
              key={tier.key}
              meter={meter}
              currency={currency}
              number={n}
              price={price}
              tier={tier}
              errorAt={(place) => errorAt(`tiers.${String(n)}.${place}`)}
              onChange={onChange}
            />
          ))}
          {tiers.length < TIERS_MAX ? (
            <Button
              variant="subtle"
              size="xs"
              mt="xs"
              onClick={() => onChange({ ...price, tiers: [...tiers, { key: nextKey(tiers), up_to: "", rate: "" }] })}
            >
              {t("addTier")}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

const nextKey = (tiers: TypedPrice["tiers"]): number => Math.max(-1, ...tiers.map(({ key }) => key)) + 1;

interface TierFieldsProps {
  meter: Meter;
  currency: Currency;
  number: number;
  price: TypedPrice;
  tier: TypedPrice["tiers"][number];
  errorAt: (place: string) => string | undefined;
  onChange: (price: TypedPrice) => void;
}

function TierFields({ meter, currency, number, price, tier, errorAt, onChange }: TierFieldsProps) {
  const { t } = useTranslation("billing");
  const { tiers } = price;
  const isLast = number === tiers.length - 1;
  const place = { tier: number + 1, unit: UNIT_NAME[meter], meter: METER_NAMES[meter] };
  const change = (part: Partial<TypedPrice["tiers"][number]>) =>
    onChange({ ...price, tiers: tiers.map((each, n) => (n === number ? { ...each, ...part } : each)) });
  return (
    <div className={styles["fields"]}>
      {isLast ? null : (
        <TextInput
          label={t("upToOf", place)}
          value={tier.up_to}
          error={errorAt("up_to")}
          {...inUnit(UNIT_NAMES[meter])}
          onChange={(event) => change({ up_to: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={tiers.length === 1 ? t("rate", place) : t("rateOf", place)}
        value={tier.rate}
        error={errorAt("rate")}
        {...inUnit(currency)}
        onChange={(event) => change({ rate: event.currentTarget.value })}
      />
      {tiers.length > 1 ? (
        <ActionIcon
          variant="subtle"
          aria-label={t("removeTier", place)}
          onClick={() => onChange({ ...price, tiers: tiers.filter((_, n) => n !== number) })}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      ) : null}
    </div>
  );
}
