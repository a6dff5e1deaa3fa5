import { ApiError } from '#meta/api-error.js'
import { describeValue } from '#schema/decode-error.js'
import { Draft, TypeMismatch } from './json-draft.js'
import {
  formatPointer,
  isWithin,
  MAX_POINTER_LENGTH,
  type Pointer,
  PointerReader,
  TOO_LONG,
} from './json-pointer.js'
import { isDeeperThan, isObject, type JsonObject, MAX_DEPTH, ownProperty } from './json-value.js'
import { inapplicablePatch, JsonPatchError, malformedPatch } from './patch-error.js'

/** JSON patch (RFC 6902): a list of operations, applied in order, all of them or none. */

export const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const
export type OperationName = (typeof OPERATIONS)[number]

export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Pointer; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'move' | 'copy'; readonly path: Pointer; readonly from: Pointer }

/** The limit that users of such servers know. */
const MAX_OPERATIONS = 10_000

/** Of all paths of a patch together, in segments. Few objects have anything twenty levels deep. */
const MAX_SEGMENTS = 20 * MAX_OPERATIONS

/** Reads the parsed body of a JSON patch. Members of an operation that it does not need are ignored. */
export function readJsonPatch(body: unknown): readonly Operation[] {
  if (!Array.isArray(body)) {
    throw malformedPatch(`a JSON patch is a list of operations, not ${describeValue(body)}`)
  }
  expectFewOperations(body.length)
  const pointers = new PointerReader(MAX_SEGMENTS)
  return body.map((given, index) => readOperation(given, index, pointers))
}

/** Throws if a patch has more operations than it may. */
export function expectFewOperations(count: number): void {
  if (count <= MAX_OPERATIONS) return
  throw new ApiError(
    'requestTooLarge',
    `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${count}`,
    {},
  )
}

const MEMBERS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value'])

/** Whether operations of a body that can be read have properties that no operation has. */
export function hasUnknownProperties(body: unknown): boolean {
  return (
    Array.isArray(body) &&
    body.some((operation: object) => Object.keys(operation).some((name) => !MEMBERS.has(name)))
  )
}

function readOperation(given: unknown, index: number, pointers: PointerReader): Operation {
  const reject = (problem: string) => new JsonPatchError(malformedPatch(`operation ${index}: ${problem}`))
  if (!isObject(given)) throw reject(`expected an object, got ${describeValue(given)}`)
  const op = ownProperty(given, 'op')
  const path = readPointer(given, 'path', pointers, reject)
  switch (op as OperationName) {
    case 'add':
    case 'replace':
    case 'test': {
      const value = ownProperty(given, 'value')
      if (value === undefined) throw reject(`${op} ${formatPointer(path)} needs a value`)
      return { op: op as 'add' | 'replace' | 'test', path, value }
    }
    case 'remove':
      return { op: 'remove', path }
    case 'move':
    case 'copy': {
      const from = readPointer(given, 'from', pointers, reject)
      if (op === 'move' && from.length < path.length && isWithin(from, path)) {
        throw reject(`${formatPointer(from)} cannot move into itself, to ${formatPointer(path)}`)
      }
      return { op: op as 'move' | 'copy', path, from }
    }
    default:
      throw reject(
        op === undefined
          ? 'the member op is missing'
          : `op is one of ${OPERATIONS.join(', ')}, not ${describeValue(op)}`,
      )
  }
}

function readPointer(
  given: JsonObject,
  name: 'path' | 'from',
  pointers: PointerReader,
  reject: (problem: string) => Error,
): Pointer {
  const text = ownProperty(given, name)
  if (text === undefined) throw reject(`the member ${name} is missing`)
  const pointer = typeof text === 'string' ? pointers.read(text) : undefined
  if (pointer === TOO_LONG) {
    throw reject(
      `a path may have ${MAX_POINTER_LENGTH} characters, and all paths ${MAX_SEGMENTS} segments together`,
    )
  }
  if (pointer === undefined) throw reject(`${name} must be a JSON pointer, got ${describeValue(text)}`)
  return pointer
}

/**
 * The document with all operations done. Throws `invalid` when one of them does not fit the document. The
 * result shares with the document and the patch what did not change, so none of them may be written to.
 */
export function applyJsonPatch(
  operations: readonly Operation[],
  document: unknown,
  { replaceAdds = false }: JsonPatchOptions = {},
): unknown {
  const draft = new Draft(document)
  for (const [index, operation] of operations.entries()) {
    try {
      apply(operation, draft, replaceAdds)
    } catch (error) {
      if (!(error instanceof TypeMismatch)) throw error
      const { op, path } = operation
      const problem = inapplicablePatch(`operation ${index}, ${op} ${formatPointer(path)}: ${error.message}`)
      throw error instanceof OtherValue ? new FailedTest(problem) : new JsonPatchError(problem)
    }
  }
  if (isDeeperThan(draft.document, MAX_DEPTH)) {
    throw inapplicablePatch(`the document would nest more than ${MAX_DEPTH} levels deep`)
  }
  return draft.document
}

export interface JsonPatchOptions {
  /** Whether `replace` adds a property that is not there. RFC 6902 forbids it; Kubernetes has done it for years. */
  readonly replaceAdds?: boolean
}

/** A test that found another value. */
export class FailedTest extends JsonPatchError {}

class OtherValue extends TypeMismatch {}

function apply(operation: Operation, draft: Draft, replaceAdds: boolean): void {
  const { path } = operation
  switch (operation.op) {
    case 'add':
      draft.add(path, operation.value)
      break
    case 'remove':
      draft.remove(path)
      break
    case 'replace':
      if (replaceAdds && draft.find(path) === undefined) draft.add(path, operation.value)
      else draft.replace(path, operation.value)
      break
    case 'move':
      draft.move(operation.from, path)
      break
    case 'copy':
      draft.copy(operation.from, path)
      break
    case 'test':
      if (!draft.matches(path, operation.value)) throw new OtherValue('the value there is another one')
      break
  }
}
