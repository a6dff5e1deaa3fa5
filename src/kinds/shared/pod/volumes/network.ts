import { LocalObjectReference } from '#kinds/shared/pod/references.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  list,
  map,
  nullable,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const NFSVolumeSource = struct(
  'io.k8s.api.core.v1.NFSVolumeSource',
  'Directory of an NFS server used as a volume.',
  () => ({
    server: required(1, string, 'Host name or IP address of the NFS server.'),
    path: required(2, string, 'Absolute path exported by the server.'),
    readOnly: optional(3, boolean, 'True mounts the export without write access.'),
  }),
)
export interface NFSVolumeSource extends Infer<typeof NFSVolumeSource> {}

export const ISCSIVolumeSource = struct(
  'io.k8s.api.core.v1.ISCSIVolumeSource',
  'Disk attached over iSCSI and used as a volume.',
  () => ({
    targetPortal: required(1, string, 'Address of the iSCSI target, with port unless it is 3260.'),
    iqn: required(2, string, 'Qualified name of the iSCSI target, in iqn, eui or naa form.'),
    lun: required(3, int32, 'Logical unit number on the target, from 0 to 255.'),
    iscsiInterface: optional(
      4,
      string,
      'Initiator interface to connect through; the one called default when left out.',
      { default: 'default' },
    ),
    fsType: optional(5, string, 'File system of the disk, such as xfs; ext4 when empty.'),
    readOnly: optional(6, boolean, 'True attaches the disk without write access.'),
    portals: optional(7, list(string), 'Further target addresses for multipath access.', {
      listType: 'atomic',
    }),
    chapAuthDiscovery: optional(
      8,
      boolean,
      'True uses CHAP authentication when discovering targets; needs secretRef.',
    ),
    chapAuthSession: optional(
      11,
      boolean,
      'True uses CHAP authentication for the session itself; needs secretRef.',
    ),
    secretRef: explicit(10, LocalObjectReference, 'Secret with the CHAP user names and passwords.'),
    initiatorName: explicit(12, string, 'Initiator name to present instead of the one set on the node.'),
  }),
)
export interface ISCSIVolumeSource extends Infer<typeof ISCSIVolumeSource> {}

export const GlusterfsVolumeSource = struct(
  'io.k8s.api.core.v1.GlusterfsVolumeSource',
  'GlusterFS volume mounted into a pod.',
  () => ({
    endpoints: required(1, string, 'Name of the endpoints object listing the Gluster servers.'),
    path: required(2, string, 'Name of the Gluster volume to mount.'),
    readOnly: optional(3, boolean, 'True mounts the Gluster volume without write access.'),
  }),
)
export interface GlusterfsVolumeSource extends Infer<typeof GlusterfsVolumeSource> {}

export const CephFSVolumeSource = struct(
  'io.k8s.api.core.v1.CephFSVolumeSource',
  'Ceph file system mounted into a pod.',
  () => ({
    monitors: required(1, list(string), 'Addresses of the Ceph monitors; the list must not be empty.', {
      listType: 'atomic',
    }),
    path: optional(2, string, 'Directory of the file system to mount; its root when empty.'),
    user: optional(3, string, 'Ceph user name for the mount; admin when empty.'),
    secretFile: optional(4, string, 'Key file of the user on the node; /etc/ceph/user.secret when empty.'),
    secretRef: explicit(
      5,
      LocalObjectReference,
      'Secret with the key of the user; preferred over secretFile.',
    ),
    readOnly: optional(6, boolean, 'True mounts the file system without write access.'),
  }),
)
export interface CephFSVolumeSource extends Infer<typeof CephFSVolumeSource> {}

export const RBDVolumeSource = struct(
  'io.k8s.api.core.v1.RBDVolumeSource',
  'Ceph block device used as a volume.',
  () => ({
    monitors: required(1, list(string), 'Addresses of the Ceph monitors; at least one is required.', {
      listType: 'atomic',
    }),
    image: required(2, string, 'Name of the block device image.'),
    fsType: optional(3, string, 'File system on the image, such as xfs; ext4 when empty.'),
    pool: optional(4, string, 'Ceph pool holding the image; rbd when left out.', { default: 'rbd' }),
    user: optional(5, string, 'Ceph user to authenticate as; admin when left out.', { default: 'admin' }),
    keyring: optional(6, string, 'Key file on the node; /etc/ceph/keyring when left out.', {
      default: '/etc/ceph/keyring',
    }),
    secretRef: explicit(
      7,
      LocalObjectReference,
      'Secret with the Ceph key; used instead of the keyring when given.',
    ),
    readOnly: optional(8, boolean, 'True maps the image without write access.'),
  }),
)
export interface RBDVolumeSource extends Infer<typeof RBDVolumeSource> {}

export const FCVolumeSource = struct(
  'io.k8s.api.core.v1.FCVolumeSource',
  'Fibre Channel disk, addressed by target names or by wwids but not both.',
  () => ({
    targetWWNs: optional(1, list(string), 'World wide names of the targets; require a lun.', {
      listType: 'atomic',
    }),
    lun: explicit(2, int32, 'Logical unit number on the targets, from 0 to 255.'),
    fsType: optional(3, string, 'File system of the disk, such as ext3; ext4 when empty.'),
    readOnly: optional(4, boolean, 'True mounts the disk without write access.'),
    wwids: optional(
      5,
      list(string),
      'World wide identifiers of the disk, given instead of targetWWNs and lun.',
      { listType: 'atomic' },
    ),
  }),
)
export interface FCVolumeSource extends Infer<typeof FCVolumeSource> {}

export const FlockerVolumeSource = struct(
  'io.k8s.api.core.v1.FlockerVolumeSource',
  'Flocker dataset used as a volume; name it in exactly one way.',
  () => ({
    datasetName: optional(1, string, 'Name kept in the dataset metadata; must not contain a slash.'),
    datasetUUID: optional(2, string, 'Unique identifier of the dataset.'),
  }),
)
export interface FlockerVolumeSource extends Infer<typeof FlockerVolumeSource> {}

export const QuobyteVolumeSource = struct(
  'io.k8s.api.core.v1.QuobyteVolumeSource',
  'Quobyte volume mounted into a pod.',
  () => ({
    registry: required(1, string, 'Quobyte registry services as host:port, several separated by commas.'),
    volume: required(2, string, 'Name of an already created Quobyte volume.'),
    readOnly: optional(3, boolean, 'True mounts the Quobyte volume without write access.'),
    user: optional(4, string, 'User that file access is mapped to.'),
    group: optional(5, string, 'Group that file access is mapped to; none when empty.'),
    // Explicit, so that protobuf messages without it look as they did before the field existed.
    tenant: explicit(6, string, 'Quobyte tenant that owns the volume; set by drivers.'),
  }),
)
export interface QuobyteVolumeSource extends Infer<typeof QuobyteVolumeSource> {}

export const StorageOSVolumeSource = struct(
  'io.k8s.api.core.v1.StorageOSVolumeSource',
  'StorageOS volume mounted into a pod.',
  () => ({
    volumeName: optional(1, string, 'Name of the volume, unique within its StorageOS namespace.'),
    volumeNamespace: optional(
      2,
      string,
      'StorageOS namespace of the volume; the namespace of the pod when empty.',
    ),
    fsType: optional(3, string, 'File system of the volume; ext4 when empty.'),
    readOnly: optional(4, boolean, 'True mounts the StorageOS volume without write access.'),
    secretRef: explicit(
      5,
      LocalObjectReference,
      'Secret with StorageOS API credentials; built-in defaults are tried when absent.',
    ),
  }),
)
export interface StorageOSVolumeSource extends Infer<typeof StorageOSVolumeSource> {}

export const PortworxVolumeSource = struct(
  'io.k8s.api.core.v1.PortworxVolumeSource',
  'Portworx volume attached to a pod.',
  () => ({
    volumeID: required(1, string, 'Identifier of the volume in the Portworx cluster.'),
    fsType: optional(2, string, 'File system to mount, ext4 or xfs; ext4 when empty.'),
    readOnly: optional(3, boolean, 'True attaches the Portworx volume without write access.'),
  }),
)
export interface PortworxVolumeSource extends Infer<typeof PortworxVolumeSource> {}

export const ScaleIOVolumeSource = struct(
  'io.k8s.api.core.v1.ScaleIOVolumeSource',
  'ScaleIO volume attached to a pod.',
  () => ({
    gateway: required(1, string, 'Address of the ScaleIO API gateway.'),
    system: required(2, string, 'Name of the storage system set up in ScaleIO.'),
    secretRef: nullable(
      3,
      LocalObjectReference,
      'Secret with the login for the gateway; login fails without it.',
    ),
    sslEnabled: optional(4, boolean, 'True talks to the gateway over SSL.'),
    protectionDomain: optional(5, string, 'ScaleIO protection domain that holds the storage.'),
    storagePool: optional(6, string, 'Storage pool within the protection domain.'),
    storageMode: optional(7, string, 'ThickProvisioned or ThinProvisioned; ThinProvisioned when left out.', {
      default: 'ThinProvisioned',
    }),
    volumeName: optional(8, string, 'Name of an existing ScaleIO volume; must not be empty.'),
    fsType: optional(9, string, 'File system to mount; xfs when left out.', { default: 'xfs' }),
    readOnly: optional(10, boolean, 'True mounts the ScaleIO volume without write access.'),
  }),
)
export interface ScaleIOVolumeSource extends Infer<typeof ScaleIOVolumeSource> {}

export const CSIVolumeSource = struct(
  'io.k8s.api.core.v1.CSIVolumeSource',
  'Ephemeral volume of a CSI driver, for the life of the pod.',
  () => ({
    driver: required(1, string, 'Name under which the driver is registered.'),
    readOnly: explicit(2, boolean, 'True mounts the volume without write access.'),
    fsType: explicit(3, string, 'File system to mount; the driver decides when absent.'),
    volumeAttributes: optional(4, map(string), 'Settings passed to the driver as they are.'),
    nodePublishSecretRef: explicit(
      5,
      LocalObjectReference,
      'Secret passed to the driver when the volume is mounted.',
    ),
  }),
)
export interface CSIVolumeSource extends Infer<typeof CSIVolumeSource> {}

export const FlexVolumeSource = struct(
  'io.k8s.api.core.v1.FlexVolumeSource',
  'Volume handled by a driver program installed on the nodes.',
  () => ({
    driver: required(1, string, 'Name of the driver to call.'),
    fsType: optional(2, string, 'File system to mount; the driver decides when empty.'),
    secretRef: explicit(
      3,
      LocalObjectReference,
      'Secret passed to the driver; nothing is passed when absent.',
    ),
    readOnly: optional(4, boolean, 'True asks the driver for a mount without write access.'),
    options: optional(
      5,
      map(string),
      'Extra settings passed to the driver; kubernetes.io and k8s.io keys are reserved.',
    ),
  }),
)
export interface FlexVolumeSource extends Infer<typeof FlexVolumeSource> {}
