import { warningsExamples } from '#test/api/effects/warnings/index.js'
import { pathPattern } from '../match.js'
import { pattern } from '../rows.js'
import type { WarningRow } from './rows.js'
import { kindsOf } from './types.js'

/** Texts that rows of several kinds share. */
const SHARED: Readonly<Record<string, string>> = {
  'IP (shared)': 'non-standard IP address | IPv6 address ',
  'CIDR (shared)': 'CIDR value | non-standard CIDR value | IPv6 CIDR value ',
  'NodeLabel (shared)': 'deprecated since ',
}

/** Whether an example gets the warning. */
export function provesWarning({ type, path, text }: WarningRow): boolean {
  const kinds = kindsOf(type)
  const { at, words } = patternsOf(path, text)
  return warningsExamples.some(
    ({ object, warnings }) =>
      (kinds === undefined || kinds.has(object.kind)) &&
      warnings.some((warning) => {
        const [, place = '', rest = ''] = /^([\w.[\]/-]+): (.*)$/s.exec(warning) ?? []
        return words.test(warning) || (at.test(place) && words.test(rest))
      }),
  )
}

/** A text begins with the path of the field, or with the words for it, and may be one of several. */
function patternsOf(path: string, text: string): { readonly at: RegExp; readonly words: RegExp } {
  const shared = Object.entries(SHARED).find(([name]) => text.startsWith(name))?.[1]
  const isOfTemplate = text.startsWith('pod template warnings')
  const texts = (
    shared ??
    text.replace(/^(one of|each that applies|the error text of the key pair check, e\.g\.)[: ]*/, '')
  )
    .split(' | ')
    .map((one) => pattern(one.replace(/^\{path\}: /, '').split(' (leading zeros', 1)[0] as string))
  const places = path
    .split(/, then |; |, /)
    .map((one) => pathPattern(isOfTemplate ? `${one}{below}` : one).source)
  return {
    at: new RegExp(path === '{path}' || path === '' ? '.' : places.join('|')),
    words: isOfTemplate ? /./ : new RegExp(`^(${texts.join('|')})`, 's'),
  }
}
