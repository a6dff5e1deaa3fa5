import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, optional, string, struct } from '#schema/type.js'

export const ParentReference = struct(
  'io.k8s.api.networking.v1.ParentReference',
  'Reference to the object that an address belongs to.',
  () => ({
    group: optional(1, string, 'Group of the object; empty for the core group.'),
    resource: optional(2, string, 'Resource of the object, such as services.', { mustBeGiven: true }),
    namespace: optional(3, string, 'Namespace of the object.'),
    name: optional(4, string, 'Name of the object.', { mustBeGiven: true }),
  }),
)
export interface ParentReference extends Infer<typeof ParentReference> {}

export const IPAddressSpec = struct('io.k8s.api.networking.v1.IPAddressSpec', 'Owner of an address.', () => ({
  parentRef: explicit(1, ParentReference, 'Object that the address belongs to; never changes.', {
    mustBeGiven: true,
  }),
}))
export interface IPAddressSpec extends Infer<typeof IPAddressSpec> {}

export const IPAddress = struct(
  'io.k8s.api.networking.v1.IPAddress',
  'An allocated IP address, and the object it belongs to; the name is the address.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Standard data; the name is the address in its canonical form.'),
    spec: optional(2, IPAddressSpec, 'Owner of the address.'),
  }),
)
export interface IPAddress extends Infer<typeof IPAddress> {}
