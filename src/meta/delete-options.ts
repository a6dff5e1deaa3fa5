import { boolean, explicit, type Infer, int64, list, optional, string, struct } from '#schema/type.js'
import { typeMeta } from './type-meta.js'

export const Preconditions = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions',
  'Conditions an object must meet for the request to be carried out.',
  {
    uid: explicit(1, string, 'Identifier the stored object must have; absent means no check.'),
    resourceVersion: explicit(2, string, 'Version the stored object must have; absent means no check.'),
  },
)
export interface Preconditions extends Infer<typeof Preconditions> {}

export const DeleteOptions = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  'Settings of a delete request, given as body or query parameters.',
  {
    ...typeMeta,
    gracePeriodSeconds: explicit(
      1,
      int64,
      'Seconds to wait before removal, zero for at once; ignored by kinds without graceful deletion.',
    ),
    preconditions: explicit(
      2,
      Preconditions,
      'Checks that must hold, otherwise the delete fails with a conflict.',
    ),
    orphanDependents: explicit(
      3,
      boolean,
      'Deprecated form of propagationPolicy: true orphans dependents; the two exclude each other.',
    ),
    propagationPolicy: explicit(
      4,
      string,
      'What happens to dependents: Orphan, Background or Foreground; absent means the default of the kind.',
    ),
    dryRun: optional(5, list(string), 'With All the delete is tried but nothing is removed.', {
      listType: 'atomic',
    }),
    ignoreStoreReadErrorWithClusterBreakingPotential: explicit(
      6,
      boolean,
      'Deletes objects that cannot be read. Has no effect: the feature is off.',
    ),
  },
)
export interface DeleteOptions extends Infer<typeof DeleteOptions> {}
