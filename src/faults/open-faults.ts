import { readFile } from 'node:fs/promises'
import { decodeYaml } from '#codec/yaml/yaml.js'
import type { Filter } from '#http/filter.js'
import type { Logger } from '#observe/logger.js'
import {
  cutWatch,
  delay,
  dropAfter,
  dropBefore,
  duplicateEvents,
  expireWatch,
  type FaultAction,
  fail,
  slowBytes,
  staleReads,
} from './actions.js'
import { checkKeys, shown, unknownName } from './check.js'
import { FaultFilter } from './faults.js'
import type { FaultMatch } from './match.js'

/** The file of fault rules cannot be read, or has a wrong rule. */
export class FaultsFileError extends Error {
  override readonly name = 'FaultsFileError'
}

/**
 * Reads a file of rules and says loudly that there are any. Adds them to the filter if it has rules of a program.
 * Rejects with `FaultsFileError`.
 */
export async function openFaults(path: string, logger: Logger, filter?: Filter): Promise<FaultFilter> {
  const content = await readFile(path).catch((error: Error) => {
    throw new FaultsFileError(`the faults cannot be read: ${error.message}`, { cause: error })
  })
  const faults = filter instanceof FaultFilter ? filter : new FaultFilter()
  await addRules(faults, content).catch((error: Error) => {
    throw new FaultsFileError(`${path}: ${error.message}`, { cause: error })
  })
  const rules = faults.list.map(({ match, action }) => ({ match, action }))
  logger.warn({ path, rules }, 'FAULTS ARE ON: requests that match these rules are disturbed on purpose')
  return faults
}

/** Adds the rules of a document in YAML or JSON: a list of `match` and `action`. Rejects with what is wrong. */
export async function addRules(faults: FaultFilter, content: Buffer): Promise<void> {
  const { value, complaints } = await decodeYaml(content, true)
  if (complaints.length > 0) throw new TypeError(complaints.join('; '))
  if (!Array.isArray(value)) throw new TypeError(`expected a list of rules, got ${shown(value)}`)
  for (const [index, rule] of value.entries()) {
    try {
      checkKeys('rule', rule, ['match', 'action'])
      const { match, action } = rule as { readonly match?: FaultMatch; readonly action?: unknown }
      faults.add(match ?? {}, readAction(action))
    } catch (error) {
      throw new TypeError(`rule ${index + 1}: ${(error as Error).message}`, { cause: error })
    }
  }
}

/** The actions of a file have the names and options of the library. */
const ACTIONS: Readonly<Record<string, (options: never) => FaultAction>> = {
  fail: (given: number | { readonly code: number }) => {
    if (typeof given !== 'object' || given === null) return fail(given)
    const { code, ...options } = given
    return fail(code, options)
  },
  delay,
  dropBefore,
  dropAfter,
  cutWatch,
  expireWatch,
  staleReads,
  slowBytes,
  duplicateEvents,
}

/** `dropBefore`, `{ fail: 409 }` or `{ fail: { code: 429, retryAfter: 2 } }`. */
function readAction(action: unknown): FaultAction {
  const isName = typeof action === 'string'
  const entries = isName ? [[action, undefined] as const] : Object.entries(action ?? {})
  const [entry] = entries
  if (entry === undefined || entries.length > 1)
    throw new TypeError(`action: expected one such as { fail: 409 } or dropAfter, got ${shown(action)}`)
  const [name, options] = entry
  const make = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (make === undefined) throw new TypeError(`action: ${unknownName(name, Object.keys(ACTIONS))}`)
  return make((options ?? undefined) as never)
}
