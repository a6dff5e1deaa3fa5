import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int32, microTime, optional, string, struct } from '#schema/type.js'

export const LeaseSpec = struct(
  'io.k8s.api.coordination.v1.LeaseSpec',
  'Who holds a lease, since when and for how long.',
  () => ({
    holderIdentity: explicit(1, string, 'Name of the present holder; empty when nothing holds the lease.'),
    leaseDurationSeconds: explicit(
      2,
      int32,
      'How long after the last renewal others have to wait before they may take the lease.',
    ),
    acquireTime: explicit(3, microTime, 'When the present holder got the lease.'),
    renewTime: explicit(4, microTime, 'When the present holder last renewed the lease.'),
    leaseTransitions: explicit(5, int32, 'How often the lease has passed from one holder to another.'),
    strategy: explicit(
      6,
      string,
      'How a coordinator chooses the holder; a prefixed name is one of your own.',
    ),
    preferredHolder: explicit(7, string, 'Candidate that the holder should yield to; needs a strategy.'),
  }),
)
export interface LeaseSpec extends Infer<typeof LeaseSpec> {}

export const Lease = struct(
  'io.k8s.api.coordination.v1.Lease',
  'A right that one of several programs holds at a time, such as that of the leader.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the lease.'),
    spec: optional(2, LeaseSpec, 'Holder and times of the lease.'),
  }),
)
export interface Lease extends Infer<typeof Lease> {}
