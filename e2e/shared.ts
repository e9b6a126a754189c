import { ConsolePeople, type ConsolePerson, type ConsolePlace } from "./console-people.ts";
import type { Environment } from "./environment.ts";
import { makeProject, type PipelineProject } from "./pipeline-project.ts";
import { startPlaybackEdge, type PlaybackEdge } from "./playback-edge.ts";
import { test } from "./product.ts";
import { makePeopleProject, type PeopleProject } from "./project-people.ts";

// What all tests of a file use. It is made before the first of them and ended after the last; the object that a file gets
// when it is loaded has its properties from then on. Hooks run in the order in which they are registered.

type Which = "product" | "openProduct";

/** The product that a worker's files share, or the one that calls addresses of this machine too. */
export function sharedProduct(which: Which = "product"): Environment {
  const kinora = {} as Environment;
  if (which === "product") test.beforeAll(({ product }) => Object.assign(kinora, product));
  else test.beforeAll(({ openProduct }) => Object.assign(kinora, openProduct));
  return kinora;
}

function filled<T extends object>(make: () => Promise<T>, end: (made: T) => unknown = () => undefined): T {
  const made = {} as T;
  test.beforeAll(async () => Object.assign(made, await make()));
  test.afterAll(() => (Object.keys(made).length > 0 ? end(made) : undefined));
  return made;
}

/** Who uses the console of that product. */
export function sharedPeople(which?: Which): ConsolePeople {
  const kinora = sharedProduct(which);
  const people = new ConsolePeople();
  test.beforeAll(() => people.open(kinora));
  test.afterAll(() => people.close());
  return people;
}

/** An account with its owner and a project. */
export const sharedPlace = (people: ConsolePeople, ...names: Parameters<ConsolePeople["place"]>): ConsolePlace =>
  filled(() => people.place(...names));

/** A person without an account. */
export const sharedPerson = (people: ConsolePeople, ...person: Parameters<ConsolePeople["person"]>): ConsolePerson =>
  filled(() => people.person(...person));

const disconnect = ({ db }: { db: { destroy(): Promise<void> } }) => db.destroy();

/** An account with a project, its owner, and people with permissions. */
export function sharedPeopleProject(name: string, which?: Which): PeopleProject {
  const kinora = sharedProduct(which);
  return filled(() => makePeopleProject(kinora, name), disconnect);
}

/** A project that programs use by the API. */
export function sharedProject(): PipelineProject {
  const kinora = sharedProduct();
  return filled(() => makeProject(kinora), disconnect);
}

/** An edge with videos, apart from any product. */
export const sharedEdge = (): PlaybackEdge => filled(startPlaybackEdge, (edge) => edge.close());
