import {
  KeyToPath,
  LocalObjectReference,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '#kinds/shared/pod/references.js'
import { LabelSelector } from '#meta/label-selector.js'
import {
  boolean,
  explicit,
  type Infer,
  inline,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const SecretVolumeSource = struct(
  'io.k8s.api.core.v1.SecretVolumeSource',
  'Volume with one file per entry of a secret.',
  () => ({
    secretName: optional(1, string, 'Secret in the namespace of the pod; must not be empty.'),
    items: optional(2, list(KeyToPath), 'Entries to show and their file paths; all entries when left out.', {
      listType: 'atomic',
    }),
    defaultMode: explicit(
      3,
      int32,
      'Permission bits of files without their own mode; 420 (octal 0644) when left out.',
      { default: 420 },
    ),
    optional: explicit(4, boolean, 'True lets the pod start even if the secret or an entry is missing.'),
  }),
)
export interface SecretVolumeSource extends Infer<typeof SecretVolumeSource> {}

export const ConfigMapVolumeSource = struct(
  'io.k8s.api.core.v1.ConfigMapVolumeSource',
  'Volume with one file per entry of a config map.',
  () => ({
    ...inline(1, LocalObjectReference),
    items: optional(
      2,
      list(KeyToPath),
      'Entries to show and where; every entry under its key when left out.',
      { listType: 'atomic' },
    ),
    defaultMode: explicit(
      3,
      int32,
      'Permission bits for files without a mode of their own; 420 (octal 0644) by default.',
      { default: 420 },
    ),
    optional: explicit(4, boolean, 'True lets the pod start even if the config map or an entry is missing.'),
  }),
)
export interface ConfigMapVolumeSource extends Infer<typeof ConfigMapVolumeSource> {}

export const DownwardAPIVolumeFile = struct(
  'io.k8s.api.core.v1.DownwardAPIVolumeFile',
  'File filled with one fact about the pod; set exactly one source.',
  () => ({
    path: required(1, string, 'Relative path of the file in the volume, without any .. element.'),
    fieldRef: explicit(2, ObjectFieldSelector, 'Pod field to write, such as metadata.labels.'),
    resourceFieldRef: explicit(
      3,
      ResourceFieldSelector,
      'Resource request or limit of a named container to write.',
    ),
    mode: explicit(4, int32, 'Permission bits of the file, 0 to 511; default of the volume when absent.'),
  }),
)
export interface DownwardAPIVolumeFile extends Infer<typeof DownwardAPIVolumeFile> {}

export const DownwardAPIVolumeSource = struct(
  'io.k8s.api.core.v1.DownwardAPIVolumeSource',
  'Volume with files that hold facts about the pod.',
  () => ({
    items: optional(1, list(DownwardAPIVolumeFile), 'Files to create and the fact each one holds.', {
      listType: 'atomic',
    }),
    defaultMode: explicit(
      2,
      int32,
      'Permission bits of files that set no mode; 420 (octal 0644) when left out.',
      { default: 420 },
    ),
  }),
)
export interface DownwardAPIVolumeSource extends Infer<typeof DownwardAPIVolumeSource> {}

export const SecretProjection = struct(
  'io.k8s.api.core.v1.SecretProjection',
  'Secret entries placed into a projected volume.',
  () => ({
    ...inline(1, LocalObjectReference),
    items: optional(2, list(KeyToPath), 'Entries to include and their paths; all of them when left out.', {
      listType: 'atomic',
    }),
    optional: explicit(4, boolean, 'True tolerates a missing secret or missing entries.'),
  }),
)
export interface SecretProjection extends Infer<typeof SecretProjection> {}

export const ConfigMapProjection = struct(
  'io.k8s.api.core.v1.ConfigMapProjection',
  'Config map entries placed into a projected volume.',
  () => ({
    ...inline(1, LocalObjectReference),
    items: optional(2, list(KeyToPath), 'Entries to include and where; the whole config map when left out.', {
      listType: 'atomic',
    }),
    optional: explicit(4, boolean, 'True tolerates a missing config map or missing entries.'),
  }),
)
export interface ConfigMapProjection extends Infer<typeof ConfigMapProjection> {}

export const DownwardAPIProjection = struct(
  'io.k8s.api.core.v1.DownwardAPIProjection',
  'Facts about the pod placed into a projected volume.',
  () => ({
    items: optional(1, list(DownwardAPIVolumeFile), 'Files to write and the pod fact each one holds.', {
      listType: 'atomic',
    }),
  }),
)
export interface DownwardAPIProjection extends Infer<typeof DownwardAPIProjection> {}

export const ServiceAccountTokenProjection = struct(
  'io.k8s.api.core.v1.ServiceAccountTokenProjection',
  'Token of the service account placed into a projected volume.',
  () => ({
    audience: optional(1, string, 'Audience of the token; the API server when empty.'),
    expirationSeconds: explicit(
      2,
      int64,
      'Seconds a token is valid before a new one is written; at least 600, 3600 when left out.',
      { default: 3600 },
    ),
    path: required(3, string, 'Relative path of the token file in the volume.'),
  }),
)
export interface ServiceAccountTokenProjection extends Infer<typeof ServiceAccountTokenProjection> {}

export const ClusterTrustBundleProjection = struct(
  'io.k8s.api.core.v1.ClusterTrustBundleProjection',
  'Certificates of trust bundles placed into a projected volume.',
  () => ({
    name: explicit(1, string, 'One bundle by name; not together with signerName.'),
    signerName: explicit(2, string, 'All bundles of this signer that the labels select.'),
    labelSelector: explicit(3, LabelSelector, 'Labels of the bundles; only with signerName.'),
    optional: explicit(5, boolean, 'True lets the pod start even if there is no such bundle.'),
    path: required(4, string, 'Relative path of the file in the volume.'),
  }),
)
export interface ClusterTrustBundleProjection extends Infer<typeof ClusterTrustBundleProjection> {}

export const VolumeProjection = struct(
  'io.k8s.api.core.v1.VolumeProjection',
  'One source of a projected volume; only one kind may be set.',
  () => ({
    secret: explicit(1, SecretProjection, 'Entries of a secret to include as files.'),
    downwardAPI: explicit(2, DownwardAPIProjection, 'Facts about the pod to include as files.'),
    configMap: explicit(3, ConfigMapProjection, 'Entries of a config map to include as files.'),
    serviceAccountToken: explicit(
      4,
      ServiceAccountTokenProjection,
      'Token of the service account of the pod to include as a file.',
    ),
    clusterTrustBundle: explicit(
      5,
      ClusterTrustBundleProjection,
      'Certificates of trust bundles to include as a file.',
    ),
  }),
)
export interface VolumeProjection extends Infer<typeof VolumeProjection> {}

export const ProjectedVolumeSource = struct(
  'io.k8s.api.core.v1.ProjectedVolumeSource',
  'Volume that merges several sources into one directory.',
  () => ({
    sources: required(1, list(VolumeProjection), 'Sources to merge; no two may write the same path.', {
      listType: 'atomic',
      mustBeGiven: false,
    }),
    defaultMode: explicit(
      2,
      int32,
      'Permission bits of merged files that set none; 420 (octal 0644) when left out.',
      { default: 420 },
    ),
  }),
)
export interface ProjectedVolumeSource extends Infer<typeof ProjectedVolumeSource> {}
