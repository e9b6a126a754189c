/** What is known of a person; an address of mail where it may be shown. */
export interface Person {
  first_name: string;
  last_name: string;
  email?: string;
}

/** What to call a person: the name, or the address of one who has none. */
export const personName = ({ first_name, last_name, email = "" }: Person): string =>
  `${first_name} ${last_name}`.trim() || email;

/** The letters of a person's picture where there is none. */
export const initialsOf = (person: Person): string =>
  (person.first_name.slice(0, 1) + person.last_name.slice(0, 1) || personName(person).slice(0, 1)).toUpperCase();
