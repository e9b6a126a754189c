import { AD_TAG_MAX } from "@kinora/domain/ads/ad-tag.ts";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Box, Button, Checkbox, Input, Textarea, TextInput } from "@mantine/core";
import { Suspense, type SubmitEvent } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import type { DemoFields } from "./demo-fields.ts";
import type { DemoItem } from "./demo-queries.ts";
import styles from "./PlayerDemo.module.css";

// What several rooms show is in every page's first files: a page of superusers must not add to it.
const PlayerSelect = lazyPart(async () => (await import("../../players/PlayerSelect.tsx")).PlayerSelect);
const Autocomplete = lazyPart(async () => (await import("../../shell/fields/Autocomplete.tsx")).Autocomplete);

interface DemoFormProps {
  form: Form<DemoFields>;
  loading: boolean;
  /** What is wrong with the settings, a line each. */
  settingsProblems: readonly string[];
  onSubmit: () => void;
}

/** What the demo plays, in which player, with which ads, and as whom. */
export function DemoForm({ form, loading, settingsProblems, onSubmit }: DemoFormProps) {
  const { t } = useTranslation("playerDemo");
  const { context } = form.values;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form className={styles["form"]} aria-label={t("form")} onSubmit={submit} noValidate>
      <SourceFields form={form} />
      <Textarea
        label={t("settings")}
        description={t("settingsText")}
        placeholder={'{ "autostart": "on", "mute_start": true }'}
        classNames={{ input: "mono" }}
        spellCheck={false}
        autosize
        minRows={3}
        maxRows={14}
        {...form.text("settings")}
        error={settingsProblems.length === 0 ? undefined : <Problems problems={settingsProblems} />}
      />
      <TextInput
        label={t("ad")}
        description={t("adText")}
        placeholder="https://"
        classNames={{ input: "mono" }}
        spellCheck={false}
        maxLength={AD_TAG_MAX}
        disabled={context === "viewer"}
        {...form.text("tag")}
      />
      {form.values.tag === "" ? null : (
        <Checkbox label={t("vmap")} {...form.flag("vmap")} disabled={context === "viewer"} />
      )}
      <ContextFields form={form} />
      <div>
        <Button type="submit" loading={loading}>
          {t("play")}
        </Button>
      </div>
    </form>
  );
}

/** As whom the demo plays. */
function ContextFields({ form }: { form: Form<DemoFields> }) {
  const { t } = useTranslation("playerDemo");
  const { context } = form.values;
  return (
    <>
      <Input.Wrapper label={t("context")} labelElement="div" description={t(`${context}Text`)}>
        <Box my={6}>
          <Segments
            aria-label={t("context")}
            value={context}
            onChange={(chosen) => form.edit({ context: chosen })}
            data={(["member", "viewer"] as const).map((value) => ({ value, label: t(value) }))}
          />
        </Box>
      </Input.Wrapper>
      {context === "viewer" ? (
        <TextInput
          label={t("token")}
          description={t("tokenText")}
          classNames={{ input: "mono" }}
          spellCheck={false}
          autoComplete="off"
          {...form.text("token")}
        />
      ) : null}
    </>
  );
}

function SourceFields({ form }: { form: Form<DemoFields> }) {
  const { t } = useTranslation("playerDemo");
  const { item, address } = form.values;
  const byAddress = address.trim() !== "";
  return (
    <>
      <Suspense fallback={null}>
        <ItemField
          item={item}
          error={form.error("item")}
          onChange={(chosen) => form.edit({ item: chosen, player: null })}
        />
      </Suspense>
      <TextInput
        label={t("address")}
        description={t("addressText")}
        classNames={{ input: "mono" }}
        spellCheck={false}
        autoComplete="off"
        {...form.text("address")}
      />
      {byAddress ? <Checkbox label={t("live")} {...form.flag("live")} /> : null}
      {item && !byAddress ? (
        <Suspense fallback={null}>
          <PlayerSelect
            projectId={item.project.id}
            value={form.values.player}
            onChange={(player) => form.edit({ player })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function ItemField({
  item,
  error,
  onChange,
}: {
  item: DemoItem | null;
  error: string | undefined;
  onChange: (item: DemoItem | null) => void;
}) {
  const { t } = useTranslation("playerDemo");
  const nameOf = ({ title, account }: DemoItem) => t("itemOf", { title, account: account.name });
  // Videos and livestreams count for themselves.
  const idOf = ({ kind, id }: DemoItem) => (kind === "video" ? id : -id);
  const load = async (search: string | null, signal: AbortSignal) => {
    const { data } = await api.advanced.listDemoItems(search === null ? {} : { search }, { signal });
    return data.map((each) => ({ ...each, item: each, id: idOf(each), name: nameOf(each) }));
  };
  return (
    <Autocomplete
      label={t("item")}
      description={t("itemText")}
      error={error}
      value={item ? { id: idOf(item), name: nameOf(item) } : null}
      queryKey={["player-demo-items"]}
      load={load}
      onChange={(option) => onChange(option && "item" in option ? (option.item as DemoItem) : null)}
    />
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <>
      {problems.map((problem) => (
        <span key={problem} className={styles["problem"]}>
          {problem}
        </span>
      ))}
    </>
  );
}
