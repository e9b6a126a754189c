import type { api } from "./client.ts";

type Api = typeof api;
type RoomOf<Name> = Name extends `${infer Room}.${string}` ? Extract<Room, keyof Api> : never;
type CallOf<Name> = Name extends `${string}.${infer Operation}`
  ? Api[RoomOf<Name>][Extract<Operation, keyof Api[RoomOf<Name>]>]
  : never;

/** An operation of the API, such as `videos.listVideos`. */
type OperationName = { [Room in keyof Api]: `${Room}.${Extract<keyof Api[Room], string>}` }[keyof Api];

/** What an operation takes. */
type InputOf<Name extends OperationName> =
  CallOf<Name> extends (...given: infer Given) => unknown ? NonNullable<Given[0]> : never;

type NamesOf<Input> = Input extends unknown ? keyof Input : never;

/** The fields that an operation does not know. */
export type UnknownFields<Name extends OperationName, Given> = Exclude<keyof Given, NamesOf<InputOf<Name>>>;

/**
 * What an address says, as an operation is asked for it, or a part of that. A field that the operation does not know is no
 * excess property for the compiler where it comes by a spread, and the API would refuse it: here it does not compile.
 */
export const apiInput = <Name extends OperationName, Given extends Partial<InputOf<Name>>>(
  _operation: Name,
  given: Given & Record<UnknownFields<Name, Given>, never>,
): Given => given;
