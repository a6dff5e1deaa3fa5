import type { Conflict, Conflicts } from './apply-fields.js'
import type { ManagedEntry } from './managed-entry.js'
import { compareText } from './path-element.js'

/** The length of all causes together, in characters; the same limit as for an invalid object. */
const MAX_CAUSES_LENGTH = 64 * 1024

interface ConflictCause {
  readonly reason: string
  readonly message: string
  readonly field: string
}

/** The message of a conflict response, and its causes. */
export function describeConflicts({ conflicts, count }: Conflicts): {
  message: string
  causes: ConflictCause[]
} {
  const causes: ConflictCause[] = []
  let words = 0
  for (const { owner, path } of conflicts) {
    const cause = {
      reason: 'FieldManagerConflict',
      message: `conflict with ${ownerText(owner)}`,
      field: path,
    }
    words += cause.message.length + path.length
    if (words > MAX_CAUSES_LENGTH) break
    causes.push(cause)
  }
  return { message: `Apply failed with ${summary(conflicts, count)}`, causes }
}

function summary(conflicts: readonly Conflict[], count: number): string {
  const [first] = conflicts
  if (count === 1 && first !== undefined) {
    return `1 conflict: conflict with ${ownerText(first.owner)}: ${first.path}`
  }
  const byOwner = new Map<string, string[]>()
  for (const { owner, path } of conflicts) {
    const words = ownerText(owner)
    const paths = byOwner.get(words)
    if (paths === undefined) byOwner.set(words, [path])
    else paths.push(path)
  }
  const lines = [...byOwner]
    .sort(([left], [right]) => compareText(left, right))
    .flatMap(([words, paths]) => [`conflicts with ${words}:`, ...paths.map((path) => `- ${path}`)])
  return `${count} conflicts: ${lines.join('\n')}`
}

function ownerText({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const door = subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''
  const version = operation === 'Update' ? ` using ${apiVersion}` : ''
  return `${JSON.stringify(manager ?? '')}${door}${version}`
}
