/** What a client is warned of that asks for parts of a byte. `names` are those of resources that are counted in bytes. */
export function fractionWarnings(
  amounts: Readonly<Record<string, string>> | undefined,
  names: readonly string[],
  path: string,
): string[] {
  return names.flatMap((name) => {
    const amount = amounts?.[name]
    if (amount === undefined || !/[num]$/.test(amount)) return []
    const what = `fractional byte value ${JSON.stringify(amount)} is invalid, must be an integer`
    return [`${path}[${name}]: ${what}`]
  })
}
