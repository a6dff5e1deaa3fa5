import { invalid } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import { decoderOf } from '#schema/decode.js'
import type { ServedVersion, StoredKind, Subresource } from './kind.js'
import { adoptNamespace } from './metadata/metadata.js'
import { readObject } from './write/read-object.js'
import type { UnstoredAdmission } from './write/unstored-admission.js'
import type { WriteOptions } from './write/write-options.js'

/** What a client asks by creating an object of a kind whose objects are not stored. */
export interface Question<V extends ApiObject> {
  /** What was sent, valid by the rules of its version. The evaluator fills in its status. */
  readonly object: V
  readonly user: User
}

/** Answers questions of one kind. Throws an `ApiError` for the client. */
export type ReviewHandler<V extends ApiObject> = (question: Question<V>) => void | Promise<void>

/** By the kind, or the subresource, whose objects are questions. */
// biome-ignore lint/suspicious/noExplicitAny: each evaluator knows the type of its own kind's objects.
export type ReviewHandlers = ReadonlyMap<StoredKind | Subresource, ReviewHandler<any>>

const decodeMetadata = decoderOf(ObjectMeta) as (metadata: unknown) => ObjectMeta

/** The questions of one version of a kind. */
export interface Questions<V extends ApiObject> {
  readonly version: ServedVersion<V>
  readonly evaluator: ReviewHandler<V>
  readonly admission: UnstoredAdmission
}

/** Reads a question from the body of a request and has it answered. Returns the object with its answer. */
export async function evaluate<V extends ApiObject>(
  { version, evaluator, admission }: Questions<V>,
  namespace: string | undefined,
  body: unknown,
  options: WriteOptions,
): Promise<V> {
  const object = readObject(version, body)
  options.fields?.check(version, body)
  adoptNamespace(object.metadata, namespace)
  await admission.admit({
    namespace,
    object,
    options,
    validate: () => {
      const errors = new FieldErrors()
      version.rules.validate?.(object, errors)
      if (errors.all.length > 0) throw invalid(version, '', errors.all)
    },
  })
  // What the server sets on objects that it stores is not for clients to say.
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, selfLink } = decodeMetadata(
    {},
  )
  Object.assign(object.metadata, {
    uid,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
    selfLink,
  })
  await evaluator({ object, user: options.user })
  return object
}
