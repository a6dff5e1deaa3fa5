import { Condition } from '#meta/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, list, optional, string, struct } from '#schema/type.js'

export const ServiceCIDRSpec = struct(
  'io.k8s.api.networking.v1.ServiceCIDRSpec',
  'Ranges of addresses for services.',
  () => ({
    cidrs: optional(1, list(string), 'One range per IP family, at most two; ranges never change.', {
      listType: 'atomic',
    }),
  }),
)
export interface ServiceCIDRSpec extends Infer<typeof ServiceCIDRSpec> {}

export const ServiceCIDRStatus = struct(
  'io.k8s.api.networking.v1.ServiceCIDRStatus',
  'Observed state of the ranges.',
  () => ({
    conditions: optional(1, list(Condition), 'Conditions of the ranges, one per type.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface ServiceCIDRStatus extends Infer<typeof ServiceCIDRStatus> {}

export const ServiceCIDR = struct(
  'io.k8s.api.networking.v1.ServiceCIDR',
  'Address ranges from which services get their cluster IPs.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data.'),
    spec: optional(2, ServiceCIDRSpec, 'Ranges of addresses.'),
    status: optional(3, ServiceCIDRStatus, 'Observed state of the ranges.'),
  }),
)
export interface ServiceCIDR extends Infer<typeof ServiceCIDR> {}
