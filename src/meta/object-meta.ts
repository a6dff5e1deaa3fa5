import {
  boolean,
  explicit,
  fieldSet,
  type Infer,
  int64,
  list,
  map,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'
import { Status } from './status.js'
import { typeMeta } from './type-meta.js'

export const OwnerReference = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference',
  'Link from an object to one that owns it, in the same namespace or cluster-wide.',
  {
    apiVersion: required(5, string, 'API group and version of the owner.'),
    kind: required(1, string, 'Kind of the owner, such as ReplicaSet.'),
    name: required(3, string, 'Name of the owning object.'),
    uid: required(4, string, 'Identifier of the owner; tells it apart from a later namesake.'),
    controller: explicit(
      6,
      boolean,
      'True when the owner is the managing controller; at most one reference may say so.',
    ),
    blockOwnerDeletion: explicit(
      7,
      boolean,
      'True keeps an owner under foreground deletion until this dependent is gone.',
    ),
  },
  { mapType: 'atomic' },
)
export interface OwnerReference extends Infer<typeof OwnerReference> {}

export const Initializer = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Initializer',
  'A component that must approve or complete a new object.',
  {
    name: required(1, string, 'Domain-like name of the initializer, with at least three parts.'),
  },
)
export interface Initializer extends Infer<typeof Initializer> {}

export const Initializers = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Initializers',
  'Progress of the initialization of a new object.',
  {
    pending: required(1, list(Initializer), 'Initializers still to act, in order; the first one is next.', {
      merge: { key: 'name' },
    }),
    result: explicit(2, Status, 'Failure that ended initialization; when set, the object is given up.'),
  },
)
export interface Initializers extends Infer<typeof Initializers> {}

export const ManagedFieldsEntry = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry',
  'The fields that one manager owns.',
  {
    manager: optional(1, string, 'Who owns the fields.'),
    operation: optional(2, string, 'How the manager has come to own them: Apply or Update.'),
    apiVersion: optional(3, string, 'Version of the object that the fields are of, as group/version.'),
    time: explicit(4, time, 'Time at which the manager last changed the object.'),
    fieldsType: optional(6, string, 'Format of the set of fields; always FieldsV1.'),
    fieldsV1: explicit(7, fieldSet, 'The set of fields.'),
    subresource: optional(
      8,
      string,
      'Subresource through which the manager wrote; empty for the object itself.',
    ),
  },
)
export interface ManagedFieldsEntry extends Infer<typeof ManagedFieldsEntry> {}

export const ObjectMeta = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  'Standard data that every stored object carries.',
  {
    name: optional(1, string, 'Name that is unique for its kind within a namespace; fixed after creation.'),
    generateName: optional(
      2,
      string,
      'Prefix for a name made up by the server; used only when name is empty.',
    ),
    namespace: optional(
      3,
      string,
      'Namespace holding the object; empty for cluster-wide kinds and fixed after creation.',
    ),
    selfLink: optional(4, string, 'URL path of the object, filled in by the server.'),
    uid: optional(5, string, 'Identifier given by the server, never reused even when a name is taken again.'),
    resourceVersion: optional(
      6,
      string,
      'Opaque mark of the stored state; send it back to detect concurrent changes.',
    ),
    generation: optional(7, int64, 'Counter raised by the server when the wanted state changes.'),
    creationTimestamp: optional(
      8,
      time,
      'CreationTimestamp is a timestamp of when the server accepted the new object.',
    ),
    deletionTimestamp: explicit(
      9,
      time,
      'Time deletion was asked for; present only while the object waits to be removed.',
    ),
    deletionGracePeriodSeconds: explicit(
      10,
      int64,
      'Seconds granted for an orderly end; set only together with deletionTimestamp.',
    ),
    labels: optional(11, map(string), 'Short key and value pairs that selectors can match.'),
    annotations: optional(
      12,
      map(string),
      'Free key and value pairs for tools; not selectable, 256 KiB in total.',
    ),
    ownerReferences: optional(
      13,
      list(OwnerReference),
      'Objects this one depends on; once all are gone it may be garbage collected.',
      { merge: { key: 'uid' }, listType: 'map', listMapKeys: ['uid'] },
    ),
    initializers: explicit(
      16,
      Initializers,
      'Initialization steps still outstanding before the object becomes visible to normal readers.',
    ),
    finalizers: optional(
      14,
      list(string),
      'Tasks that must be struck off before a deleted object really disappears.',
      { merge: {}, listType: 'set' },
    ),
    clusterName: optional(
      15,
      string,
      'Reserved for naming the cluster of the object; cleared by the server.',
    ),
    managedFields: optional(
      17,
      list(ManagedFieldsEntry),
      'Which manager owns which fields; maintained by the server.',
      { listType: 'atomic' },
    ),
  },
)
export interface ObjectMeta extends Infer<typeof ObjectMeta> {}

/** The fields of all stored objects. */
export interface ApiObject {
  kind?: string | undefined
  apiVersion?: string | undefined
  metadata: ObjectMeta
}

export const PartialObjectMetadata = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata',
  'Metadata of an object of any kind, without the object.',
  {
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Metadata of the object, as in the object itself.'),
  },
)
export interface PartialObjectMetadata extends Infer<typeof PartialObjectMetadata> {}
