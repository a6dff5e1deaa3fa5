import { isMap, isScalar, isSeq, type Node } from 'yaml'
import type { ManagedFields } from '../api/object.js'
import { type Fields, isFields, isSame } from './values.js'
import { type FieldPath, rangeOf, type YamlDocument } from './yaml-text.js'

/** Who has last applied or updated fields. */
export interface Manager {
  readonly name: string
  readonly operation: string
  readonly subresource: string | undefined
  readonly time: string | undefined
  readonly fieldCount: number
}

export const describeManager = ({ name, operation, subresource }: Manager): string =>
  [name, operation, subresource && `(${subresource})`].filter(Boolean).join(' ')

export interface Ownership {
  readonly managers: readonly Manager[]
  /** The indexes of managers by the offset where the name of the field or the item starts. */
  readonly owners: ReadonlyMap<number, readonly number[]>
}

/** Finds the lines that the managers own. Fields that are not there any more are left out. */
export function readOwnership(managed: readonly ManagedFields[], document: YamlDocument): Ownership {
  const owners = new Map<number, number[]>()
  const managers = managed.map(({ manager = '', operation = '', subresource, time, fieldsV1 }, index) => {
    const paths = [...pathsOf(fieldsV1, document.contents)]
    for (const path of paths) {
      const range = rangeOf(document.contents, path)
      if (range === undefined) continue
      const known = owners.get(range.from) ?? []
      if (!known.includes(index)) owners.set(range.from, [...known, index])
    }
    return { name: manager, operation, subresource, time, fieldCount: paths.length }
  })
  return { managers, owners }
}

/** The paths in the document of the leaves of a set: `{"f:spec": {"f:replicas": {}}}`. */
function* pathsOf(set: unknown, node: unknown, path: FieldPath = []): Generator<FieldPath> {
  if (!isFields(set)) return
  const steps = Object.entries(set).filter(([step]) => step !== '.')
  if (path.length > 0 && (steps.length === 0 || Object.hasOwn(set, '.'))) yield path
  for (const [step, below] of steps) {
    const found = enter(node, step)
    if (found !== undefined) yield* pathsOf(below, found.node, [...path, found.name])
  }
}

function enter(
  node: unknown,
  step: string,
): { readonly name: string | number; readonly node: unknown } | undefined {
  const text = step.slice(2)
  if (step.startsWith('f:') && isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === text)
    return pair && { name: text, node: pair.value }
  }
  if (!isSeq(node)) return undefined
  const index = node.items.findIndex((item, index) => {
    if (step.startsWith('i:')) return index === Number(text)
    const value: unknown = (item as Node).toJSON()
    const wanted: unknown = JSON.parse(text)
    if (step.startsWith('v:')) return isSame(value, wanted)
    return step.startsWith('k:') && isFields(value) && hasKeys(value, wanted as Fields)
  })
  return index === -1 ? undefined : { name: index, node: node.items[index] }
}

const hasKeys = (value: Fields, keys: Fields) =>
  Object.entries(keys).every(([name, key]) => value[name] === undefined || isSame(value[name], key))
