export const CATEGORY_NAME_MAX = 100;
export const CATEGORY_SLUG_MAX = 60;

/** Categories a project may have: few enough to choose from, and to hold all of them in order. */
export const CATEGORIES_MAX = 500;

/** A category as choosing one needs it. */
export interface CategoryChoice {
  id: number;
  name: string;
  /** Off means: videos that have it keep it, no other video gets it. */
  active: boolean;
}

/** The categories a video may be given: those that are on, and the one it has already. */
export function offeredCategories<Choice extends CategoryChoice>(
  categories: readonly Choice[],
  currentId: number | null,
): Choice[] {
  return categories.filter(({ id, active }) => active || id === currentId);
}

/** Whether a video that has the category `currentId` may be given this one. */
export const canTakeCategory = (category: Pick<CategoryChoice, "id" | "active">, currentId: number | null): boolean =>
  category.active || category.id === currentId;

/**
 * The part of an address a name becomes: lower case, letters without their accents, everything else a dash.
 * A name without a single letter or digit becomes `category`.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, CATEGORY_SLUG_MAX)
    .toWellFormed()
    .replaceAll(/^-+|-+$/g, "");
  return slug || "category";
}

/** The slug, or the first of `slug-2`, `slug-3`, … that nothing else has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) {
    const ending = `-${number}`;
    const candidate = `${slug.slice(0, CATEGORY_SLUG_MAX - ending.length)}${ending}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** A list with one of its members at another place; a place beyond the ends is the end. Unknown members move nothing. */
export function moved<Item>(list: readonly Item[], item: Item, position: number): Item[] {
  const others = list.filter((each) => each !== item);
  if (others.length === list.length) return [...list];
  const place = Math.max(0, Math.min(others.length, position));
  return [...others.slice(0, place), item, ...others.slice(place)];
}
