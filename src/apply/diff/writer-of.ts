import type { FieldChange } from './object-diff.js'

/** The parts of an entry of `managedFields` that tell who wrote. */
export interface ManagedEntry {
  readonly manager?: string | undefined
  readonly operation?: string | undefined
  readonly subresource?: string | undefined
  readonly time?: string | undefined
  readonly fieldsV1?: unknown
}

interface Managed {
  readonly metadata: { readonly managedFields?: readonly ManagedEntry[] | undefined }
}

/** The entry of `managedFields` that tells who made a change; undefined if none does. */
export function writerOf(
  before: Managed | undefined,
  after: Managed,
  diff: readonly FieldChange[],
): ManagedEntry | undefined {
  const entries = after.metadata.managedFields ?? []
  const known = new Map((before?.metadata.managedFields ?? []).map((entry) => [identityOf(entry), entry]))
  // Who only loses fields to others keeps its time.
  const written = entries.filter((entry) => known.get(identityOf(entry))?.time !== entry.time)
  if (written.length > 0) return latest(written)
  // Times have whole seconds, so the entry may be the same: then it is the owner of what has changed.
  const paths = diff.map(({ path }) => path).filter((path) => path !== 'metadata.generation')
  const depths = entries.map(({ fieldsV1 }) =>
    Math.max(0, ...paths.map((path) => ownedDepth(fieldsV1, path))),
  )
  const deepest = Math.max(0, ...depths)
  return deepest === 0 ? undefined : latest(entries.filter((_, index) => depths[index] === deepest))
}

const identityOf = ({ manager, operation, subresource }: ManagedEntry) =>
  JSON.stringify([manager, operation, subresource])

const latest = (entries: readonly ManagedEntry[]) =>
  entries.reduce<ManagedEntry | undefined>(
    (found, entry) => (found === undefined || (entry.time ?? '') >= (found.time ?? '') ? entry : found),
    undefined,
  )

/** How many fields of a path a set of fields has, from the root on. */
function ownedDepth(fields: unknown, path: string): number {
  let depth = 0
  let current = fields
  for (const [, key, name] of path.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)) {
    current = (current as Record<string, unknown> | undefined)?.[`f:${name ?? key}`]
    if (current === undefined) break
    depth++
  }
  return depth
}
