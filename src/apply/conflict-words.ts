import type { Conflict } from './apply-fields.js'
import type { ManagedEntry } from './managed-entry.js'
import { compareText } from './path-element.js'

/** How many conflicts an answer names. */
const MOST_CAUSES = 1000

/** The words in which a client is told of conflicts: of all together, and of each. */
export function conflictWords(conflicts: readonly Conflict[]): {
  message: string
  causes: { reason: string; message: string; field: string }[]
} {
  const causes = conflicts.slice(0, MOST_CAUSES).map(({ owner, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${ownerText(owner)}`,
    field: path,
  }))
  return { message: `Apply failed with ${summary(conflicts)}`, causes }
}

function summary(conflicts: readonly Conflict[]): string {
  const [first] = conflicts
  if (conflicts.length === 1 && first !== undefined) {
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
  return `${conflicts.length} conflicts: ${lines.join('\n')}`
}

function ownerText({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const door = subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''
  const version = operation === 'Update' ? ` using ${apiVersion}` : ''
  return `${JSON.stringify(manager ?? '')}${door}${version}`
}
