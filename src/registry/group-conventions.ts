/**
 * How the API of a group differs from that of other groups, for all of its kinds. Each flag has one effect.
 */
export interface GroupConventions {
  /** Objects and lists carry their own path in `selfLink`. */
  readonly selfLink: boolean
  /**
   * A delete always returns a Status. Otherwise it returns the object while finalizers hold it, and the delete of a collection
   * returns the list of its objects.
   */
  readonly deleteReturnsStatus: boolean
  /** What happens to unknown fields when the request has no `fieldValidation`. */
  readonly fieldValidation: 'Ignore' | 'Warn'
  /** Which chunks of a list have a `remainingItemCount`: all of them, or only the first of a list of all namespaces. */
  readonly remainingItemCount: 'every-chunk' | 'first-chunk'
  /** Errors have the messages and details of the first releases. */
  readonly legacyErrors: boolean
  /** Discovery lists the `storageVersionHash` of each resource. */
  readonly storageVersionHash: boolean
  /** Discovery lists `serverAddressByClientCIDRs: null` in the group. */
  readonly nullServerAddresses: boolean
  /** When a patch of the type of server-side apply is accepted. */
  readonly serverSideApply: 'always' | 'with-field-manager'
  /** A patch that sets `resourceVersion` to `0` is a conflict, and not an unconditional update. */
  readonly zeroVersionConflicts: boolean
  /** The server tracks managed fields from the creation of an object on, and not from its first apply. */
  readonly managedFieldsOnCreate: boolean
}

/** The groups of the first releases, such as `extensions/v1beta1`. */
export const LEGACY_CONVENTIONS: GroupConventions = {
  selfLink: true,
  deleteReturnsStatus: true,
  fieldValidation: 'Ignore',
  remainingItemCount: 'first-chunk',
  legacyErrors: true,
  storageVersionHash: false,
  nullServerAddresses: true,
  serverSideApply: 'with-field-manager',
  zeroVersionConflicts: true,
  managedFieldsOnCreate: false,
}

/** The groups of current releases, such as `apps/v1`. */
export const CURRENT_CONVENTIONS: GroupConventions = {
  selfLink: false,
  deleteReturnsStatus: false,
  fieldValidation: 'Warn',
  remainingItemCount: 'every-chunk',
  legacyErrors: false,
  storageVersionHash: true,
  nullServerAddresses: false,
  serverSideApply: 'always',
  zeroVersionConflicts: false,
  managedFieldsOnCreate: true,
}
