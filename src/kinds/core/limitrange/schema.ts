import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  type Infer,
  list,
  map,
  milliQuantity,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

const PlainLimitRangeItem = struct(
  'io.k8s.api.core.v1.LimitRangeItem',
  'Bounds and defaults for resources of one type of object.',
  () => ({
    type: required(
      1,
      string,
      'Type of object that the bounds apply to: Pod, Container or PersistentVolumeClaim.',
    ),
    max: optional(2, map(milliQuantity), 'Maximum per resource.'),
    min: optional(3, map(milliQuantity), 'Minimum per resource.'),
    default: optional(4, map(milliQuantity), 'Default limits of containers; max when left out.'),
    defaultRequest: optional(
      5,
      map(milliQuantity),
      'Default requests of containers; the default limit, else min, when left out.',
    ),
    maxLimitRequestRatio: optional(6, map(milliQuantity), 'Maximum ratio of limit to request, per resource.'),
  }),
)

type Amounts = { [name: string]: string }

/** The default limit of a container is `max`; its default request is the limit, or else `min`. */
export const LimitRangeItem = withCompletion(PlainLimitRangeItem, (item) => {
  if (item.type !== 'Container') return
  const limits: Amounts = { ...item.max, ...item.default }
  const requests: Amounts = { ...item.min, ...limits, ...item.defaultRequest }
  item.default = orAbsent(limits)
  item.defaultRequest = orAbsent(requests)
})
export interface LimitRangeItem extends Infer<typeof LimitRangeItem> {}

const orAbsent = (amounts: Amounts) => (Object.keys(amounts).length > 0 ? amounts : undefined)

export const LimitRangeSpec = struct(
  'io.k8s.api.core.v1.LimitRangeSpec',
  'Bounds for the objects of a namespace.',
  () => ({
    limits: required(1, list(LimitRangeItem), 'Bounds by type of object, each type once.', {
      listType: 'atomic',
    }),
  }),
)
export interface LimitRangeSpec extends Infer<typeof LimitRangeSpec> {}

export const LimitRange = struct(
  'io.k8s.api.core.v1.LimitRange',
  'Bounds for the resources of each single object in a namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the limit range.'),
    spec: optional(2, LimitRangeSpec, 'Bounds that are enforced.'),
  }),
)
export interface LimitRange extends Infer<typeof LimitRange> {}
