import { LocalObjectReference } from '#kinds/shared/pod/references.js'
import { boolean, explicit, type Infer, int32, optional, required, string, struct } from '#schema/type.js'

export const GCEPersistentDiskVolumeSource = struct(
  'io.k8s.api.core.v1.GCEPersistentDiskVolumeSource',
  'Google Compute Engine disk used as a volume.',
  () => ({
    pdName: required(1, string, 'Name of the disk in Google Compute Engine.'),
    fsType: optional(2, string, 'File system of the disk, such as ext4; assumed to be ext4 when empty.'),
    partition: optional(3, int32, 'Partition number to mount; zero mounts the whole disk.'),
    readOnly: optional(
      4,
      boolean,
      'True mounts without write access; required when several pods share the disk.',
    ),
  }),
)
export interface GCEPersistentDiskVolumeSource extends Infer<typeof GCEPersistentDiskVolumeSource> {}

export const AWSElasticBlockStoreVolumeSource = struct(
  'io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource',
  'Amazon block store volume used by a pod.',
  () => ({
    volumeID: required(1, string, 'Identifier of the volume at Amazon Web Services.'),
    fsType: optional(2, string, 'File system to mount, such as xfs; ext4 when empty.'),
    partition: optional(3, int32, 'Partition number to mount; zero stands for the whole volume.'),
    readOnly: optional(4, boolean, 'True mounts the volume without write access.'),
  }),
)
export interface AWSElasticBlockStoreVolumeSource extends Infer<typeof AWSElasticBlockStoreVolumeSource> {}

export const AzureFileVolumeSource = struct(
  'io.k8s.api.core.v1.AzureFileVolumeSource',
  'Azure file share mounted into a pod.',
  () => ({
    secretName: required(1, string, 'Secret with the name and key of the storage account.'),
    shareName: required(2, string, 'Name of the share within the storage account.'),
    readOnly: optional(3, boolean, 'True mounts the share without write access.'),
  }),
)
export interface AzureFileVolumeSource extends Infer<typeof AzureFileVolumeSource> {}

export const AzureDiskVolumeSource = struct(
  'io.k8s.api.core.v1.AzureDiskVolumeSource',
  'Azure data disk used as a volume.',
  () => ({
    diskName: required(1, string, 'Name of the disk in Azure storage.'),
    diskURI: required(
      2,
      string,
      'Resource path of a managed disk, or https address of the disk blob otherwise.',
    ),
    cachingMode: explicit(3, string, 'Host caching: None, ReadOnly or ReadWrite; ReadWrite when left out.', {
      default: 'ReadWrite',
      enum: ['None', 'ReadOnly', 'ReadWrite'],
    }),
    fsType: explicit(4, string, 'File system on the disk; ext4 when left out.', { default: 'ext4' }),
    readOnly: explicit(5, boolean, 'True mounts without write access; false when left out.', {
      default: false,
    }),
    kind: explicit(6, string, 'Shared or Dedicated storage account, or Managed disk; Shared when left out.', {
      default: 'Shared',
      enum: ['Dedicated', 'Managed', 'Shared'],
    }),
  }),
)
export interface AzureDiskVolumeSource extends Infer<typeof AzureDiskVolumeSource> {}

export const CinderVolumeSource = struct(
  'io.k8s.api.core.v1.CinderVolumeSource',
  'OpenStack Cinder volume used by a pod.',
  () => ({
    volumeID: required(1, string, 'Identifier of the volume in Cinder.'),
    fsType: optional(2, string, 'File system of the volume, such as xfs; ext4 when empty.'),
    readOnly: optional(3, boolean, 'True mounts the Cinder volume without write access.'),
    secretRef: explicit(4, LocalObjectReference, 'Secret with the login for OpenStack.'),
  }),
)
export interface CinderVolumeSource extends Infer<typeof CinderVolumeSource> {}

export const VsphereVirtualDiskVolumeSource = struct(
  'io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource',
  'Virtual disk of a vSphere datastore used as a volume.',
  () => ({
    volumePath: required(1, string, 'Datastore path of the virtual disk file.'),
    fsType: optional(2, string, 'File system on the virtual disk; ext4 when empty.'),
    storagePolicyName: optional(3, string, 'Name of the storage policy the disk is managed under.'),
    storagePolicyID: optional(4, string, 'Identifier of the storage policy named by storagePolicyName.'),
  }),
)
export interface VsphereVirtualDiskVolumeSource extends Infer<typeof VsphereVirtualDiskVolumeSource> {}

export const PhotonPersistentDiskVolumeSource = struct(
  'io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource',
  'Photon platform disk used as a volume.',
  () => ({
    pdID: required(1, string, 'Identifier of the Photon persistent disk.'),
    fsType: optional(2, string, 'File system of the Photon disk; ext4 when empty.'),
  }),
)
export interface PhotonPersistentDiskVolumeSource extends Infer<typeof PhotonPersistentDiskVolumeSource> {}

export const PersistentVolumeClaimVolumeSource = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource',
  'Storage bound to a persistent volume claim.',
  () => ({
    claimName: required(1, string, 'Claim in the namespace of the pod.'),
    readOnly: optional(2, boolean, 'True makes every mount of the claim read only.'),
  }),
)
export interface PersistentVolumeClaimVolumeSource extends Infer<typeof PersistentVolumeClaimVolumeSource> {}
