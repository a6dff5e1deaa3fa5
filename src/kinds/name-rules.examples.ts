import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  rfc1123Label,
  rfc1123Subdomain,
} from '#meta/formats.js'
import { type Body, follows, type RuleTable } from '#meta/rule-examples.fixture.js'
import type { ServedVersion } from '#registry/kind.js'
import { rulesOfObject } from './example-objects.fixture.js'
import { kinds } from './index.js'
import { ruleTables } from './rules.examples.js'

/** The formats that an upper-case letter breaks. */
const LOWER_CASE: ReadonlySet<unknown> = new Set([
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  rfc1123Label,
  rfc1123Subdomain,
])

/** A valid object of the version, from the examples of its other rules. */
function validObject({ group, version, kind }: ServedVersion): Body | undefined {
  const apiVersion = group === '' ? version : `${group}/${version}`
  for (const { on, write, examples } of ruleTables) {
    const object =
      examples[0] && (on ?? 'create') === 'create' ? write?.(examples[0].keeps).object : undefined
    if (object?.kind === kind && object.apiVersion === apiVersion) return object
  }
  return WITHOUT_RULES.has(kind) ? { apiVersion, kind } : undefined
}

/** Kinds that have no other rules. */
const WITHOUT_RULES: ReadonlySet<string> = new Set(['ServiceAccount'])

/** The rule on the name, for each kind that has other rules. */
function nameRules(definition: ServedVersion): RuleTable[] {
  const { nameFormat } = definition
  const valid = LOWER_CASE.has(nameFormat) ? validObject(definition) : undefined
  if (valid === undefined) return []
  const metadata = valid.metadata as Body | undefined
  // Its own rules determine the name.
  if (metadata?.name !== undefined) return []
  return [
    rulesOfObject({
      type: definition.kind,
      version: definition,
      at: 'metadata',
      object: (part) => ({ ...valid, metadata: { ...metadata, ...part } }),
      examples: [follows('name', nameFormat, { name: 'Web' }, { name: 'web' })],
    }),
  ]
}

/** All rules, those that the docs list once for all kinds included. */
export const testedRuleTables: readonly RuleTable[] = [
  ...ruleTables,
  ...kinds.flatMap(({ versions }) => versions).flatMap(nameRules),
]
