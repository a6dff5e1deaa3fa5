import { explicit, type Infer, int32, list, optional, string, struct } from '#schema/type.js'
import { ListMeta, typeMeta } from './type-meta.js'

export const StatusCause = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause',
  'One of several causes of a failure.',
  {
    reason: optional(1, string, 'Machine-readable cause, such as FieldValueRequired; empty when unknown.'),
    message: optional(2, string, 'Readable explanation of the cause.'),
    field: optional(3, string, 'Path of the offending field in the request, such as spec.rules[0].host.'),
  },
)
export interface StatusCause extends Infer<typeof StatusCause> {}

export const StatusDetails = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails',
  'Further facts about a failed request.',
  {
    name: optional(1, string, 'Name of the object the failure is about.'),
    group: optional(2, string, 'API group of the object concerned.'),
    kind: optional(3, string, 'Kind or plural resource name of the object concerned.'),
    uid: optional(6, string, 'Identifier of the object concerned, when a single one is known.'),
    causes: optional(4, list(StatusCause), 'Individual problems found, for instance one per invalid field.'),
    retryAfterSeconds: optional(
      5,
      int32,
      'Seconds to wait before trying again; zero when no wait is suggested.',
    ),
  },
)
export interface StatusDetails extends Infer<typeof StatusDetails> {}

export const Status = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Status',
  'Outcome of a request that returns no other object, most often an error.',
  {
    ...typeMeta,
    metadata: optional(1, ListMeta, 'List-style metadata, usually empty in a status.'),
    status: optional(2, string, 'Overall result, either Success or Failure.'),
    message: optional(3, string, 'Explanation of the outcome meant for people, not for programs.'),
    reason: optional(
      4,
      string,
      'Machine-readable word for the failure, such as NotFound; empty when unknown.',
    ),
    details: explicit(
      5,
      StatusDetails,
      'Object concerned and individual causes, where the reason calls for them.',
    ),
    code: optional(6, int32, 'HTTP status code that goes with the outcome; zero when not set.'),
  },
)
export interface Status extends Infer<typeof Status> {}

export const isStatus = (value: object): value is Status => 'kind' in value && value.kind === 'Status'

/** The response to a create without a result. */
export const successStatus = (): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: 201,
})
