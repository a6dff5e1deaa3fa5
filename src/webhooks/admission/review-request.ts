import type { ApiObject } from '#meta/object-meta.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import { convertedObject, jsonCopy, subresourceOf } from '#webhooks/matching/converted-object.js'
import { OPERATION_NAMES } from '#webhooks/matching/resource-match.js'
import { namespaceOf } from '#webhooks/matching/selector-match.js'

/** The request of an AdmissionReview; JSON omits undefined properties. */
export interface ReviewRequest {
  readonly uid: string
  readonly kind: Kind
  readonly resource: Resource
  readonly subResource: string | undefined
  readonly requestKind: Kind
  readonly requestResource: Resource
  readonly requestSubResource: string | undefined
  readonly name: string | undefined
  readonly namespace: string | undefined
  readonly operation: string
  readonly userInfo: object
  readonly object: ApiObject | null
  readonly oldObject: ApiObject | null
  readonly dryRun: boolean
  /** Undefined for a connection. */
  readonly options: object | undefined
}

interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

interface Resource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** Builds the request, with objects in the given version. */
export async function reviewRequest(
  review: AdmissionReview,
  seen: ServedVersion,
  uid: string,
): Promise<ReviewRequest> {
  const { version, subresource, operation, name, user, dryRun } = review
  // An object that finalizers keep is not the object of a delete request.
  const object = operation === 'delete' ? null : await reviewedObject(review, seen, review.object)
  const oldObject = await reviewedObject(review, seen, review.current)
  return {
    uid,
    kind: kindOf(seen, review),
    resource: resourceOf(seen),
    subResource: subresource,
    requestKind: kindOf(version, review),
    requestResource: resourceOf(version),
    requestSubResource: subresource,
    name,
    namespace: namespaceOf(review),
    operation: OPERATION_NAMES[operation],
    userInfo: {
      username: user.name,
      uid: user.uid,
      groups: user.groups,
      extra: Object.keys(user.extra).length === 0 ? undefined : user.extra,
    },
    object,
    oldObject,
    dryRun,
    options: operation === 'connect' ? undefined : review.options,
  }
}

/** An object in the version and subresource of the review. Objects may be large. */
export async function reviewedObject(
  { version, subresource, createdThrough }: AdmissionReview,
  seen: ServedVersion,
  object: Readonly<ApiObject> | undefined,
): Promise<ApiObject | null> {
  if (object === undefined) return null
  const late = endOfLongStep()
  if (late !== undefined) await late
  if (createdThrough !== undefined) return jsonCopy(object)
  const converted = convertedObject(version, seen, object)
  return subresourceOf(seen, subresource)?.view?.show(converted) ?? converted
}

function kindOf(version: ServedVersion, { subresource, createdThrough }: AdmissionReview): Kind {
  const through = createdThrough ?? subresourceOf(version, subresource)
  const { group, version: name } = through?.groupVersion ?? version
  const isOwn = createdThrough !== undefined || through?.view !== undefined
  return { group, version: name, kind: through !== undefined && isOwn ? through.kind : version.kind }
}

function resourceOf({ group, version, plural }: ServedVersion): Resource {
  return { group, version, resource: plural }
}
