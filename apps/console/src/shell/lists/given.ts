/** The values that are there: the contract takes no undefined ones. */
export function withoutNothing<Input extends object>(input: Input) {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Input]: Exclude<Input[Name], undefined>;
  };
}
