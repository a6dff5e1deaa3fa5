import { KINDS } from '#test/api/effects/kinds.js'
import { effectExamples } from '#test/api/effects/writes/index.js'
import type { EffectRow } from './rows.js'

const TESTED = new Set(KINDS.map(({ object }) => object.kind as string))

/** What `test/api/effects/kinds.test.ts` tests on every kind in its table, in the words of the data. */
const GENERIC = [
  /^status (is )?(emptied|cleared|kept|= stored|reset)/,
  /^(metadata\.)?generation (=? ?1|\+ ?1|unchanged|never grows)/,
  /^(no|without) generation/,
  /^nothing( reset| is reset)?$/,
  /^spec(, metadata|, labels| and labels| and metadata)? ?(\([^)]*\) )?(kept|= stored)/,
  /^spec can change|^spec may change freely/,
  /^(labels|annotations|labels and annotations|annotations and other metadata|other metadata) taken/,
  /^(resourceVersion required|PUT (creates|needs resourceVersion)|no create on update|unconditional PUT allowed)/,
  /^(apply ignores|only status taken)/,
  /^everything else taken/,
  /^metadata \(except managedFields\) and spec kept/,
]

/** Whether an example shows the effect, or the table of kinds shows every part of it. */
export function provesEffect({ kind, on, effect }: EffectRow): boolean {
  const kinds = kind.split(', ')
  return (
    effectExamples.some(
      (example) =>
        (kind === example.kind || kinds.includes(example.kind)) &&
        on === example.on &&
        effect.startsWith(example.effect),
    ) || isGeneral(kinds, effect)
  )
}

const isGeneral = (kinds: readonly string[], effect: string) =>
  kinds.every((name) => TESTED.has(name)) &&
  effect.split(/; /).every((part) => GENERIC.some((pattern) => pattern.test(part)))
