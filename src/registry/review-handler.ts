import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { type ApiObject, ObjectMeta } from '#meta/object-meta.js'
import { decoderOf } from '#schema/decode.js'
import type { ServedVersion, StoredKind, Subresource } from './kind.js'
import { adoptNamespace } from './metadata/metadata.js'
import { readObject } from './write/read-object.js'
import type { UnstoredAdmission } from './write/unstored-admission.js'
import type { WriteOptions } from './write/write-options.js'

/** A review that a client creates. It is not stored. */
export interface ReviewRequest<V extends ApiObject>
  extends Pick<WriteOptions, 'user' | 'warnings' | 'auditAnnotations'> {
  /** The review, valid by the rules of its version. The handler fills in its status. */
  readonly object: V
}

/** Handles the reviews of one kind. Throws an `ApiError` for the client. */
export type ReviewHandler<V extends ApiObject> = (request: ReviewRequest<V>) => void | Promise<void>

/** The handlers by kind or subresource. */
// biome-ignore lint/suspicious/noExplicitAny: each handler knows the type of its own kind's objects.
export type ReviewHandlers = ReadonlyMap<StoredKind | Subresource, ReviewHandler<any>>

const decodeMetadata = decoderOf(ObjectMeta) as (metadata: unknown) => ObjectMeta

/** What handles the reviews of one version of a kind. */
export interface ReviewContext<V extends ApiObject> {
  readonly version: ServedVersion<V>
  readonly handler: ReviewHandler<V>
  readonly admission: UnstoredAdmission
}

/** Reads a review from the body of a request and calls its handler. Returns the review with its status. */
export async function createReview<V extends ApiObject>(
  { version, handler, admission }: ReviewContext<V>,
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
  // Clients must not set the metadata that the server sets on stored objects.
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
  await handler({ ...options, object })
  return object
}
