/** As Go reads booleans. */
export function parseBool(text: string): boolean | undefined {
  if (/^(1|t|T|true|True|TRUE)$/.test(text)) return true
  return /^(0|f|F|false|False|FALSE)$/.test(text) ? false : undefined
}
