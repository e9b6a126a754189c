import { useState } from "react";

/** Messages by field. The entry of a list has its own: `metadata.1.key`. */
export type FormErrors = Readonly<Partial<Record<string, string>>>;

/** The names of the fields that hold such a value. */
type NamesOf<Values, Kind> = { [Name in keyof Values]: Values[Name] extends Kind ? Name : never }[keyof Values] &
  string;

interface FormOptions<Values extends object> {
  /** What is stored. While nothing is edited, the form shows it. */
  saved: Values;
  /** The version of what is stored. */
  version?: number | undefined;
  readOnly?: boolean;
  /** What is missing or mistyped, by field. The server checks the rest. */
  check?: (values: Values) => FormErrors;
  /** Names of the server that differ from the form's. */
  serverNames?: Readonly<Record<string, keyof Values & string>>;
  /** What is compared to find out whether anything changed: all values unless given. */
  compared?: (values: Values) => unknown;
}

interface TextProps {
  name: string;
  readOnly: boolean;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

/** The state of a form: its values, whether they differ from what is stored, and the messages at its fields. */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { saved, version, readOnly = false, compared = (values: Values): unknown => values } = options;
  const [edited, setEdited] = useState<{ values: Values; version: number | undefined } | null>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [refusals, setRefusals] = useState(0);
  const values = edited?.values ?? saved;
  const dirty = edited !== null && JSON.stringify(compared(values)) !== JSON.stringify(compared(saved));

  const named = (path: string): string => {
    const root = rootOf(path);
    return (options.serverNames?.[root] ?? root) + path.slice(root.length);
  };
  const show = (found: FormErrors): boolean => {
    setErrors(Object.fromEntries(Object.entries(found).map(([path, message]) => [named(path), message])));
    const isRefused = Object.keys(found).length > 0;
    if (isRefused) setRefusals((count) => count + 1);
    return isRefused;
  };
  const edit = (change: Partial<Values>) => {
    setEdited((now) => ({ values: { ...(now?.values ?? saved), ...change }, version: now ? now.version : version }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([path]) => !(rootOf(path) in change))));
  };
  const set = (name: keyof Values, value: unknown) =>
    edit(Object.assign<Partial<Values>, object>({}, { [name]: value }));
  const errorAt = (path: string): string | undefined => errors[path];
  const error = (path: string): string | undefined =>
    errorAt(path) ?? Object.entries(errors).find(([name]) => name.startsWith(`${path}.`))?.[1];

  return {
    values,
    /** The version that is edited, also when another one is stored meanwhile. */
    version: edited ? edited.version : version,
    dirty,
    readOnly,
    /** How often an input was refused: the first field with a message gets the focus then. */
    refusals,
    edit,
    /** The message at exactly this place. */
    errorAt,
    /** The message at a field, or the first at an entry of it. */
    error,
    /** Messages about what has no field of its own. */
    otherErrors: Object.entries(errors).flatMap(([path, message]) =>
      rootOf(path) in saved || message === undefined ? [] : [message],
    ),
    /** Whether nothing is missing or mistyped; the messages are shown otherwise. */
    check: (): boolean => !show(options.check?.(values) ?? {}),
    /** Shows the server's messages at their fields. True when there is at least one. */
    refuse: (fields: Readonly<Record<string, readonly string[]>>): boolean => show(firstMessages(fields)),
    /** Back to what is stored. */
    reset: () => {
      setEdited(null);
      setErrors({});
    },
    ...fieldProps(values, readOnly, error, set),
  };
}

/** What Mantine's fields take to show a value of the form and to change it. */
function fieldProps<Values extends object>(
  values: Values,
  readOnly: boolean,
  error: (path: string) => string | undefined,
  set: (name: keyof Values, value: unknown) => void,
) {
  return {
    /** The properties of a text field. */
    text: (name: NamesOf<Values, string>): TextProps => ({
      name,
      readOnly,
      value: String(values[name]),
      error: error(name),
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }),
    /** The properties of a select in which something is always chosen. */
    choice: <Name extends NamesOf<Values, string>>(
      name: Name,
      data: readonly { value: Values[Name] & string; label: string }[],
    ) => ({
      data,
      allowDeselect: false,
      disabled: readOnly,
      value: String(values[name]),
      error: error(name),
      onChange: (value: string | null) => {
        if (data.some((each) => each.value === value)) set(name, value);
      },
    }),
    /** The properties of a switch or a checkbox. */
    flag: (name: NamesOf<Values, boolean>) => ({
      disabled: readOnly,
      checked: Boolean(values[name]),
      onChange: (event: { currentTarget: { checked: boolean } }) => set(name, event.currentTarget.checked),
    }),
  };
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

/** What a form's frame needs of it, whatever its values are. */
export type AnyForm = Pick<Form<object>, "dirty" | "readOnly" | "refusals" | "otherErrors" | "check" | "reset">;

/** The first message of each field. */
const firstMessages = (fields: Readonly<Record<string, readonly string[]>>): FormErrors =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([path, [message]]) => (message === undefined ? [] : [[path, message]])),
  );

const rootOf = (path: string): string => path.split(".")[0] ?? path;
