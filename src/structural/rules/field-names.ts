/** The names that expressions use for members of objects, which need not be identifiers of the language. */

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const SPECIAL = /__|[.\-/]/g
const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}
const WRITABLE = /^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/

/** The identifier for a member, or undefined if there is none: rules do not see such members. */
export function fieldName(member: string): string | undefined {
  if (!WRITABLE.test(member)) return undefined
  if (RESERVED.has(member)) return `__${member}__`
  return member.replace(SPECIAL, (special) => ESCAPES[special] as string)
}
