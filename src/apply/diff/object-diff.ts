/** A field that differs between two versions of an object. */
export interface FieldChange {
  /** Such as `spec.replicas`, `spec.containers[0].image` or `metadata.labels[app.kubernetes.io/name]`. */
  readonly path: string
  /** Undefined if the field was added. */
  readonly before: unknown
  /** Undefined if the field was removed. */
  readonly after: unknown
}

/** They change with every write. */
const IGNORED = ['metadata.managedFields', 'metadata.resourceVersion']

/** The fields that differ, without `managedFields` and `resourceVersion`. A field that comes or goes is one change. */
export function diffObjects(before: unknown, after: unknown): FieldChange[] {
  return [...differences('', before, after)]
}

function* differences(path: string, before: unknown, after: unknown): Generator<FieldChange> {
  if (Object.is(before, after) || IGNORED.includes(path)) return
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++)
      yield* differences(`${path}[${index}]`, before[index], after[index])
  } else if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* differences(childPath(path, key), before[key], after[key])
  } else yield { path, before, after }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function childPath(path: string, key: string): string {
  if (!/^[\w-]+$/.test(key)) return `${path}[${key}]`
  return path === '' ? key : `${path}.${key}`
}

const MAX_SHOWN = 200

/** A line for each change, for error messages. */
export function formatDiff(changes: readonly FieldChange[]): string {
  return changes.map(({ path, before, after }) => `  ${path}: ${shown(before)} -> ${shown(after)}`).join('\n')
}

function shown(value: unknown): string {
  const text = value === undefined ? 'unset' : JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
