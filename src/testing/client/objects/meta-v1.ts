// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

/** One aspect of the state of an object. */
export interface Condition {
  /** Aspect described, in CamelCase, possibly with a domain before it. */
  type: string
  /** True when the condition applies, False when not, Unknown when undecided. */
  status: string
  /** Generation of the object that the condition was set for. */
  observedGeneration?: number
  /** When the status last moved from one value to another. */
  lastTransitionTime: string | null
  /** CamelCase word for the cause of the last move. */
  reason: string
  /** Readable text with details of the last move; may be empty. */
  message: string
}

/** One requirement on a field: its path, an operator and values. */
export interface FieldSelectorRequirement {
  /** Path of the field. */
  key: string
  /** Comparison to make: In, NotIn, Exists or DoesNotExist. */
  operator: string
  /** Values for In and NotIn; must be empty for the other operators. */
  values?: string[]
}

/** A component that must approve or complete a new object. */
export interface Initializer {
  /** Domain-like name of the initializer, with at least three parts. */
  name: string
}

/** Progress of the initialization of a new object. */
export interface Initializers {
  /** Initializers still to act, in order; the first one is next. */
  pending: Initializer[]
  /** Failure that ended initialization; when set, the object is given up. */
  result?: Status
}

/** Condition on labels; all parts must hold, and an empty selector matches every object. */
export interface LabelSelector {
  /** Labels that must be present with exactly the given values. */
  matchLabels?: Record<string, string>
  /** Further label requirements with operators, all of which must hold. */
  matchExpressions?: LabelSelectorRequirement[]
}

/** One label requirement: a key, an operator and values. */
export interface LabelSelectorRequirement {
  /** Label key of the requirement. */
  key: string
  /** Comparison to make: In, NotIn, Exists or DoesNotExist. */
  operator: string
  /** Values for In and NotIn; must be empty for the other operators. */
  values?: string[]
}

/** Metadata of a list. */
export interface ListMeta {
  /** URL path of the list, filled in by the server. */
  selfLink?: string
  /** Store revision at which the list was read; a watch can start there. */
  resourceVersion?: string
  /** Token for fetching the next part; empty when the list is complete. */
  continue?: string
  /** Objects that are still to come after this part; absent where they have not been counted. */
  remainingItemCount?: number
}

/** The fields that one manager owns. */
export interface ManagedFieldsEntry {
  /** Who owns the fields. */
  manager?: string
  /** How the manager has come to own them: Apply or Update. */
  operation?: string
  /** Version of the object that the fields are of, as group/version. */
  apiVersion?: string
  /** Time at which the manager last changed the object. */
  time?: string
  /** Format of the set of fields; always FieldsV1. */
  fieldsType?: string
  /** The set of fields. */
  fieldsV1?: unknown
  /** Subresource through which the manager wrote; empty for the object itself. */
  subresource?: string
}

/** Standard data that every stored object carries. */
export interface ObjectMeta {
  /** Name that is unique for its kind within a namespace; fixed after creation. */
  name?: string
  /** Prefix for a name made up by the server; used only when name is empty. */
  generateName?: string
  /** Namespace holding the object; empty for cluster-wide kinds and fixed after creation. */
  namespace?: string
  /** URL path of the object, filled in by the server. */
  selfLink?: string
  /** Identifier given by the server, never reused even when a name is taken again. */
  uid?: string
  /** Opaque mark of the stored state; send it back to detect concurrent changes. */
  resourceVersion?: string
  /** Counter raised by the server when the wanted state changes. */
  generation?: number
  /** CreationTimestamp is a timestamp of when the server accepted the new object. */
  creationTimestamp: string | null
  /** Time deletion was asked for; present only while the object waits to be removed. */
  deletionTimestamp?: string
  /** Seconds granted for an orderly end; set only together with deletionTimestamp. */
  deletionGracePeriodSeconds?: number
  /** Short key and value pairs that selectors can match. */
  labels?: Record<string, string>
  /** Free key and value pairs for tools; not selectable, 256 KiB in total. */
  annotations?: Record<string, string>
  /** Objects this one depends on; once all are gone it may be garbage collected. */
  ownerReferences?: OwnerReference[]
  /** Initialization steps still outstanding before the object becomes visible to normal readers. */
  initializers?: Initializers
  /** Tasks that must be struck off before a deleted object really disappears. */
  finalizers?: string[]
  /** Reserved for naming the cluster of the object; cleared by the server. */
  clusterName?: string
  /** Which manager owns which fields; maintained by the server. */
  managedFields?: ManagedFieldsEntry[]
}

/** Link from an object to one that owns it, in the same namespace or cluster-wide. */
export interface OwnerReference {
  /** API group and version of the owner. */
  apiVersion: string
  /** Kind of the owner, such as ReplicaSet. */
  kind: string
  /** Name of the owning object. */
  name: string
  /** Identifier of the owner; tells it apart from a later namesake. */
  uid: string
  /** True when the owner is the managing controller; at most one reference may say so. */
  controller?: boolean
  /** True keeps an owner under foreground deletion until this dependent is gone. */
  blockOwnerDeletion?: boolean
}

/** Outcome of a request that returns no other object, most often an error. */
export interface Status {
  /** Kind of this object, in CamelCase. */
  kind?: string
  /** APIVersion defines the group and version of the schema that this object follows. */
  apiVersion?: string
  /** List-style metadata, usually empty in a status. */
  metadata: ListMeta
  /** Overall result, either Success or Failure. */
  status?: string
  /** Explanation of the outcome meant for people, not for programs. */
  message?: string
  /** Machine-readable word for the failure, such as NotFound; empty when unknown. */
  reason?: string
  /** Object concerned and individual causes, where the reason calls for them. */
  details?: StatusDetails
  /** HTTP status code that goes with the outcome; zero when not set. */
  code?: number
}

/** One of several causes of a failure. */
export interface StatusCause {
  /** Machine-readable cause, such as FieldValueRequired; empty when unknown. */
  reason?: string
  /** Readable explanation of the cause. */
  message?: string
  /** Path of the offending field in the request, such as spec.rules[0].host. */
  field?: string
}

/** Further facts about a failed request. */
export interface StatusDetails {
  /** Name of the object the failure is about. */
  name?: string
  /** API group of the object concerned. */
  group?: string
  /** Kind or plural resource name of the object concerned. */
  kind?: string
  /** Identifier of the object concerned, when a single one is known. */
  uid?: string
  /** Individual problems found, for instance one per invalid field. */
  causes?: StatusCause[]
  /** Seconds to wait before trying again; zero when no wait is suggested. */
  retryAfterSeconds?: number
}
