import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { Box, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf, reasonOf } from "../../platform/problem.ts";
import styles from "./Simulator.module.css";

const EMPTY = { page: "", address: "", country: "", video: "", playlist: "", token: "", agent: "", password: "" };
const FIELDS = [
  { name: "page", label: "page", hint: "pageHint" },
  { name: "address", label: "address", hint: null },
  { name: "country", label: "country", hint: "countryHint" },
  { name: "video", label: "videoId", hint: "videoIdHint" },
] as const;
/** What only some requests have: folded until one of them is said. */
const FURTHER = [
  { name: "playlist", label: "playlistId", hint: "playlistIdHint" },
  { name: "token", label: "token", hint: null },
  { name: "agent", label: "agent", hint: null },
  { name: "password", label: "typedPassword", hint: null },
] as const;
const ALL = [...FIELDS, ...FURTHER];
type Field = (typeof ALL)[number];

const COUNTRY_OPTIONS = COUNTRIES.map(({ id, name }) => ({ value: id, label: name }));

type Asked = Parameters<typeof api.restrictions.simulateRestriction>[0];
type Simulated = Awaited<ReturnType<typeof api.restrictions.simulateRestriction>>["data"];

interface SimulatorProps {
  projectId: number;
  profileId: number;
  /** A draft of the rules; left out, the saved ones are asked. */
  policy?: NonNullable<Asked["policy"]>;
  /** The public id of the video that requests are for; left out, a person says which one. */
  video?: string;
  /** Public ids that the fields have until something else is typed. */
  prefilled?: { video?: string | undefined; playlist?: string | undefined };
  /** Under the video's field, in place of the usual hint. */
  videoHint?: string | undefined;
}

/** Asks the edge's own rule about a request that a person describes. */
export function Simulator({ projectId, profileId, policy, video, prefilled = {}, videoHint }: SimulatorProps) {
  const { t } = useTranslation("restrictions");
  const [typed, setTyped] = useState<Partial<typeof EMPTY>>({});
  const before = { ...EMPTY, video: video ?? prefilled.video ?? "", playlist: prefilled.playlist ?? "" };
  const asked = { ...before, ...typed };
  const fields = FIELDS.filter(({ name }) => video === undefined || name !== "video");
  const check = useMutation({
    mutationFn: async () => {
      const given = Object.entries(asked).filter(([, text]) => text !== "");
      const draft = policy ? { policy } : {};
      const input = { project_id: projectId, id: profileId, ...draft, ...Object.fromEntries(given) };
      return (await api.restrictions.simulateRestriction(input)).data;
    },
  });
  const problems = check.isError ? problemOf(check.error).fields : {};
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    check.mutate();
  };
  const isElsewhere = check.isError && !ALL.some(({ name }) => name in problems);
  const input = (field: Field) => (
    <SimulatorField
      key={field.name}
      field={field}
      value={asked[field.name]}
      error={problems[field.name]?.[0]}
      hint={field.name === "video" ? videoHint : undefined}
      onChange={(value) => setTyped((now) => ({ ...now, [field.name]: value }))}
    />
  );
  return (
    <Panel title={t("simulator")}>
      <Box component="p" className="note" mb={12}>
        {t(policy ? "simulatorText" : "simulatorSavedText")}
      </Box>
      <form onSubmit={submit} className={styles["fields"]} noValidate>
        {fields.map(input)}
        <details
          className={styles["further"]}
          open={FURTHER.some(({ name }) => before[name] !== "" || name in typed || name in problems)}
        >
          <summary>{t("simulatorMore")}</summary>
          <div className={styles["fields"]}>{FURTHER.map(input)}</div>
        </details>
        <Button type="submit" variant="default" loading={check.isPending}>
          {t("run")}
        </Button>
      </form>
      <div role="status">
        {check.data && !check.isPending ? <Path result={check.data} /> : null}
        {isElsewhere ? <Text mt="sm">{Object.values(problems)[0]?.[0] ?? reasonOf(check.error)}</Text> : null}
      </div>
    </Panel>
  );
}

interface SimulatorFieldProps {
  field: Field;
  value: string;
  error: string | undefined;
  /** In place of the field's own. */
  hint: string | undefined;
  onChange: (value: string) => void;
}

/** One thing that is said of the request: a country is chosen, everything else is typed. */
function SimulatorField({ field, value, error, hint, onChange }: SimulatorFieldProps) {
  const { t } = useTranslation("restrictions");
  const { name, label } = field;
  const words = { label: t(label), description: hint ?? (field.hint === null ? undefined : t(field.hint)), error };
  return name === "country" ? (
    <Select
      {...words}
      searchable
      clearable
      data={COUNTRY_OPTIONS}
      value={value === "" ? null : value}
      onChange={(chosen) => onChange(chosen ?? "")}
    />
  ) : (
    <TextInput
      {...words}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The rules that were asked, with the stop. */
function Path({ result }: { result: Simulated }) {
  const { t } = useTranslation("restrictions");
  return (
    <>
      <Group gap="xs" wrap="nowrap" mt="sm" renderRoot={(props) => <p {...props} />}>
        <StatusDot state={result.allowed ? "active" : "failed"} detail={result.reason}>
          {t(result.allowed ? "allowed" : "refused")}
        </StatusDot>
      </Group>
      <Stack gap={0} mt="xs" renderRoot={(props) => <ol {...props} />} aria-label={t("path")}>
        {result.trace.map(({ rule, verdict, detail }) => (
          <li key={rule} className={styles["step"]} data-verdict={verdict}>
            <Group component="span" align="stretch" fw={500} gap={8} justify="space-between" wrap="nowrap">
              <span>{t(`rule_${rule}`)}</span>
              <span>{t(`verdict_${verdict}`)}</span>
            </Group>
            <span className={styles["detail"]}>{detail}</span>
          </li>
        ))}
      </Stack>
      {result.message === null ? null : (
        <Box component="p" className="note" mt={8}>
          {t("viewerReads", { message: result.message })}
        </Box>
      )}
    </>
  );
}
