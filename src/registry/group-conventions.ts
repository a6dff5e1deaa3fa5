/** How the API of a group differs from that of groups of another time, whatever the kind. */
export interface GroupConventions {
  /** Whether objects and lists carry their own path in `selfLink`. */
  readonly selfLinks: boolean
  /**
   * Whether a deletion is answered with a Status in any case. Otherwise the object is answered as long as finalizers hold
   * it, and the deletion of a collection is answered with the list of its objects.
   */
  readonly deletionsAnswerStatus: boolean
  /** What becomes of members that a kind does not have, unless a request says so. */
  readonly fieldValidation: 'Ignore' | 'Warn'
  /** Whether each chunk of a list says how much is still to come, and not only the first one of all namespaces. */
  readonly countsEveryChunk: boolean
  /** Whether errors are put as they were in the first years. */
  readonly legacyWords: boolean
  /** Whether the fields of an object have owners from its creation on, and not from its first apply. */
  readonly tracksOwners: boolean
}

/** The groups of the first years. */
export const LEGACY_CONVENTIONS: GroupConventions = {
  selfLinks: true,
  deletionsAnswerStatus: true,
  fieldValidation: 'Ignore',
  countsEveryChunk: false,
  legacyWords: true,
  tracksOwners: false,
}
/** The groups of today. */
export const TODAY_CONVENTIONS: GroupConventions = {
  selfLinks: false,
  deletionsAnswerStatus: false,
  fieldValidation: 'Warn',
  countsEveryChunk: true,
  legacyWords: false,
  tracksOwners: true,
}
