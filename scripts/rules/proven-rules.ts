import { loadRules } from '#kinds/example-objects.fixture.js'
import type { RuleTable } from '#meta/rule-examples.fixture.js'

/** An error of a current group that an example causes. */
export interface Proven {
  readonly kind: string
  readonly path: string
  /** In lower case, as in `notsupported`. */
  readonly error: string
  readonly detail: string
  readonly on: RuleTable['on']
}

/** What the examples prove that a client can write. */
export async function provenRules(tables: readonly RuleTable[]): Promise<readonly Proven[]> {
  await loadRules()
  const proven: Proven[] = []
  for (const { at, on, kind: written, write, examples, validate } of tables) {
    for (const { field, error, breaks } of examples) {
      const { apiVersion, kind = written } = write?.(breaks).object ?? {}
      if (typeof kind !== 'string' || isOld(String(apiVersion))) continue
      const path = field === '' || at === '' || field.startsWith('[') ? at + field : `${at}.${field}`
      for (const { field, type, detail = '' } of await validate(breaks)) {
        if (field === path && type === error)
          proven.push({ kind, path, error: type.toLowerCase(), detail, on })
      }
    }
  }
  return proven
}

/** The rules of `extensions` are those of an old release. */
const isOld = (apiVersion: string) => apiVersion.startsWith('extensions/')
