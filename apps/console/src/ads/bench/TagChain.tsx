import { formatBytes } from "@kinora/ui/bytes.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box, Stack } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { AdTagTest } from "../queries.ts";
import { usePlaceText } from "../use-place-text.ts";
import styles from "../Ads.module.css";

/** Steps and ads have nothing but their place in the answer. */
const numbered = <Each,>(list: readonly Each[]) => list.map((each, index) => ({ number: index + 1, each }));

/** What an ad tag led to: each request with its time, the ads with their media files, and errors. */
export function TagChain({ test }: { test: AdTagTest }) {
  const { t } = useTranslation("ads");
  const place = usePlaceText();
  return (
    <Stack gap="sm">
      <Box component="h3" fz="xs" fw={600} lh="18px" m={0}>
        {t("chain")} · {t("took", { ms: test.took_ms })}
      </Box>
      <Stack gap="xs" renderRoot={(props) => <ol {...props} />} aria-label={t("chain")}>
        {numbered(test.steps).map(({ number, each: step }) => (
          <Step key={number} step={step} />
        ))}
      </Stack>
      {test.breaks.length > 0 ? (
        <p className="note">
          {t("breaksFound")}: {test.breaks.map(place).join(", ")}
        </p>
      ) : null}
      {numbered(test.ads).map(({ number, each: ad }) => (
        <AdMedia key={number} ad={ad} />
      ))}
      {test.errors.length > 0 ? (
        <ul className={styles["files"]} aria-label={t("errors")}>
          {test.errors.map(({ code, text }) => (
            <li key={code} className="note problem">
              {t("errorLine", { code, text })}
            </li>
          ))}
        </ul>
      ) : null}
    </Stack>
  );
}

/** One request of the chain, and what came of it. */
function Step({ step }: { step: AdTagTest["steps"][number] }) {
  const { t } = useTranslation("ads");
  return (
    <li className={styles["step"]} style={{ ["--depth" as string]: Math.min(step.depth, 6) }}>
      <div className={styles["stepHead"]}>
        <StatusDot state={step.kind === "failed" ? "failed" : step.kind === "empty" ? "warning" : "ready"}>
          {t(`step_${step.kind}`)}
          {step.version === null ? "" : ` · VAST ${step.version}`}
        </StatusDot>
        <span>
          {[step.http_status, t("took", { ms: step.took_ms }), step.size_bytes && formatBytes(step.size_bytes)]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      {step.url === "" ? null : <span className={styles["url"]}>{step.url}</span>}
      {step.error ? <p className="note problem">{step.error}</p> : null}
    </li>
  );
}

/** An ad that was found, and the media files it could play. */
function AdMedia({ ad }: { ad: AdTagTest["ads"][number] }) {
  const { t } = useTranslation("ads");
  return (
    <div>
      <Box component="h3" fz="xs" fw={600} lh="18px" m={0}>
        {t("adTitle", { title: ad.title || ad.id, seconds: ad.duration_seconds ?? "?" })}
        {ad.skip_after_seconds === null ? "" : ` · ${t("adSkip", { seconds: ad.skip_after_seconds })}`}
      </Box>
      <ul className={styles["files"]} aria-label={t("media")}>
        {ad.media.length === 0 ? <li>{t("noMedia")}</li> : null}
        {ad.media.map(({ url, type, width, height, bitrate_kbps: kbps, api_framework: api, playable }) => (
          <li key={url}>
            {type} · {width}×{height} · {kbps} kbps
            {api === null ? "" : ` · ${api}`}
            {playable ? "" : ` · ${t("notPlayable")}`}
            <br />
            <span className={styles["url"]}>{url}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
