/** What texts there are: texts.d.ts says so, as the platform knows no room. */
export interface KnownTexts {}

type Room = keyof KnownTexts;
type Keys<One extends Room> = keyof KnownTexts[One] & string;
/** A text with a number in it has two forms and is asked for without their endings. */
type Asked<Each extends string, All extends string = Each> = Each extends `${infer Name}_${"one" | "other"}`
  ? `${Name}_one` extends All
    ? Name
    : Each
  : Each;

/** The rooms whose texts a component shows, its own one first. */
type Rooms = Room | readonly [Room, ...Room[]];
type First<Some extends Rooms> = Some extends readonly [infer One extends Room, ...Room[]] ? One : Some & Room;
type Any<Some extends Rooms> = Some extends readonly Room[] ? Some[number] : Some & Room;
/** A text of the first room by its name, of another one as `room:name`. */
type Key<Some extends Rooms> =
  | Asked<Keys<First<Some>>>
  | { [One in Any<Some>]: `${One}:${Asked<Keys<One>>}` }[Any<Some>];

/** The values of the placeholders of a text; `count` chooses its form, too. */
type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Reads texts of some rooms. */
export type Translate<Some extends Rooms> = (key: Key<Some>, values?: Values) => string;

/** The only language there is (spec §9, default locale); numbers and dates are written as in en-US. */
export const LANGUAGE = "en";

const forms = new Intl.PluralRules(LANGUAGE);
const known = new Map<string, Readonly<Record<string, string>>>();
const readers = new Map<string, (key: string, values?: Values) => string>();
const warned = new Set<string>();

/** Starts the texts of the console. */
export function startTexts(texts: Readonly<Record<string, object>>): void {
  known.clear();
  for (const [room, its] of Object.entries(texts)) addTexts(room, its);
}

/** Adds the texts of a room, which come with its pages. */
export function addTexts(room: string, texts: object): void {
  known.set(room, texts as Readonly<Record<string, string>>);
}

/** Says how a component reads the texts of some rooms; the function is the same in every rendering. */
export function useTranslation<const Some extends Rooms>(rooms: Some): { t: Translate<Some> } {
  return { t: readerOf(typeof rooms === "string" ? rooms : ((rooms as readonly Room[])[0] ?? "")) };
}

/** Reads a text outside of a component, as `room:name`. */
export const translate: Translate<readonly [Room, ...Room[]]> = (key, values) => textOf("", key, values);

function readerOf(room: string): (key: string, values?: Values) => string {
  let reader = readers.get(room);
  if (!reader) readers.set(room, (reader = (key, values) => textOf(room, key, values)));
  return reader;
}

/** A key nobody wrote a text for is logged once and shows as empty text (spec §8). */
function textOf(own: string, key: string, values: Values = {}): string {
  const [room, name] = key.includes(":") ? (key.split(":", 2) as [string, string]) : [own, key];
  const texts = known.get(room) ?? {};
  const { count } = values;
  const form = typeof count === "number" ? texts[`${name}_${forms.select(count)}`] : undefined;
  const text = form ?? texts[name];
  if (text === undefined) warnOnce(`${room}:${name}`);
  return (text ?? "").replaceAll(/\{\{(\w+)\}\}/g, (_, place: string) => String(values[place] ?? ""));
}

function warnOnce(key: string): void {
  if (warned.has(key)) return;
  warned.add(key);
  globalThis.console.warn(`There is no text for "${key}".`);
}
