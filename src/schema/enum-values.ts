type Values<Name extends string> = {
  readonly [Each in Name]: { readonly value: Each; readonly description: string }
}

/** The values of an enum from their descriptions. */
export function enumValues<Name extends string>(
  descriptions: Readonly<Record<Name, string>>,
): Values<Name> {
  const values = Object.entries(descriptions).map(([value, description]) => [
    value,
    { value, description },
  ])
  // The type of `fromEntries` loses the names.
  return Object.fromEntries(values) as Values<Name>
}
