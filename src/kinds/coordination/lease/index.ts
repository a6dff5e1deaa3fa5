import { coordinationV1 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { explicit, type Infer, int32, microTime, optional, string, struct } from '#schema/type.js'

const LeaseSpec = struct(
  'io.k8s.api.coordination.v1.LeaseSpec',
  'Who holds a lease, since when and for how long.',
  () => ({
    holderIdentity: explicit(1, string, 'Name of the present holder; empty when nothing holds the lease.'),
    leaseDurationSeconds: explicit(
      2,
      int32,
      'Seconds after the last renewal until others may take the lease.',
    ),
    acquireTime: explicit(3, microTime, 'When the present holder got the lease.'),
    renewTime: explicit(4, microTime, 'When the present holder last renewed the lease.'),
    leaseTransitions: explicit(5, int32, 'Number of changes of the holder.'),
    strategy: explicit(
      6,
      string,
      'How a coordinator elects the holder; custom strategies have a domain prefix.',
    ),
    preferredHolder: explicit(7, string, 'Candidate that should take over the lease; needs a strategy.'),
  }),
)
interface LeaseSpec extends Infer<typeof LeaseSpec> {}

const Lease = struct(
  'io.k8s.api.coordination.v1.Lease',
  'A lock that one of several processes holds at a time, for instance for leader election.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the lease.'),
    spec: optional(2, LeaseSpec, 'Holder and times of the lease.'),
  }),
)
interface Lease extends Infer<typeof Lease> {}

function validateLease({ spec }: Readonly<Lease>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec({ leaseDurationSeconds, leaseTransitions }: LeaseSpec, errors: FieldErrors): void {
  if (leaseDurationSeconds !== undefined && leaseDurationSeconds <= 0) {
    errors.invalid('leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0')
  }
  mustNotBeNegative('leaseTransitions', leaseTransitions, errors)
}

/** Coordinated leader election is off: its fields are dropped. */
function dropElection({ spec }: Lease): void {
  spec.strategy = undefined
  spec.preferredHolder = undefined
}

const leaseColumns: readonly Column<Lease>[] = [
  NAME,
  {
    name: 'Holder',
    type: 'string',
    description: 'Name of the present holder.',
    cell: ({ spec }) => spec.holderIdentity ?? '',
  },
  AGE,
]

export const lease = builtInKind<Lease>({
  kind: 'Lease',
  plural: 'leases',
  singular: 'lease',
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: { dropDisabledFields: dropElection },
  storageVersion: {
    ...coordinationV1,
    schema: Lease,
    subresources: [],
    allowCreateOnUpdate: true,
    allowUnconditionalUpdate: false,
    columns: leaseColumns,
    rules: { validate: validateLease },
  },
})
