import { invalid } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import { FieldErrors } from '../meta/field-errors.js'
import { ObjectMeta } from '../meta/object-meta.js'
import type { User } from '../meta/user.js'
import { decoderOf } from '../schema/decode.js'
import type { ServedVersion, StoredKind, Subresource } from './kind.js'
import { adoptNamespace } from './metadata/metadata.js'
import { readObject } from './write/read-object.js'
import type { WriteOptions } from './write/write-options.js'

/** What a client asks by creating an object of a kind whose objects are not stored. */
export interface Question<V extends ApiObject> {
  /** What was sent, valid by the rules of its version. The evaluator fills in its status. */
  readonly object: V
  readonly user: User
}

/** Answers questions of one kind. Throws an `ApiError` for the client. */
export type Evaluator<V extends ApiObject> = (question: Question<V>) => void | Promise<void>

/** By the kind, or the subresource, whose objects are questions. */
// biome-ignore lint/suspicious/noExplicitAny: each evaluator knows the type of its own kind's objects.
export type Evaluators = ReadonlyMap<StoredKind | Subresource, Evaluator<any>>

const decodeMetadata = decoderOf(ObjectMeta) as (metadata: unknown) => ObjectMeta

/** Reads a question from the body of a request and has it answered. Returns the object with its answer. */
export async function evaluate<V extends ApiObject>(
  version: ServedVersion<V>,
  evaluator: Evaluator<V>,
  namespace: string | undefined,
  body: unknown,
  options: WriteOptions,
): Promise<V> {
  const object = readObject(version, body)
  options.fields?.check(version, body)
  adoptNamespace(object.metadata, namespace)
  const errors = new FieldErrors()
  version.rules.validate?.(object, errors)
  if (errors.all.length > 0) throw invalid(version, '', errors.all)
  // An object that is not stored has no name of its own.
  object.metadata = decodeMetadata({ namespace })
  await evaluator({ object, user: options.user })
  return object
}
