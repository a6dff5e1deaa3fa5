import { ObjectReference } from '#kinds/shared/object-reference.js'
import * as cloud from '#kinds/shared/pod/volumes/cloud.js'
import { HostPathVolumeSource } from '#kinds/shared/pod/volumes/local.js'
import * as network from '#kinds/shared/pod/volumes/network.js'
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

/** Where the storage of volumes comes from. What has no namespace of its own names that of its secrets. */

export const SecretReference = struct(
  'io.k8s.api.core.v1.SecretReference',
  'Secret of some namespace.',
  () => ({
    name: optional(1, string, 'Name of the secret.'),
    namespace: optional(2, string, 'Namespace of the secret.'),
  }),
  { mapType: 'atomic' },
)

const GlusterfsPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.GlusterfsPersistentVolumeSource',
  'GlusterFS volume.',
  () => ({
    endpoints: required(1, string, 'Endpoints that list the servers.'),
    path: required(2, string, 'Name of the volume.'),
    readOnly: optional(3, boolean, 'True mounts without write access.'),
    endpointsNamespace: explicit(4, string, 'Namespace of the endpoints; that of the claim when absent.'),
  }),
)

const RBDPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.RBDPersistentVolumeSource',
  'Ceph block device.',
  () => ({
    monitors: required(1, list(string), 'Addresses of the monitors.', { listType: 'atomic' }),
    image: required(2, string, 'Name of the image.'),
    fsType: optional(3, string, 'File system on the image.'),
    pool: optional(4, string, 'Pool holding the image; rbd when left out.', { default: 'rbd' }),
    user: optional(5, string, 'User to authenticate as; admin when left out.', { default: 'admin' }),
    keyring: optional(6, string, 'Key file on the node; /etc/ceph/keyring when left out.', {
      default: '/etc/ceph/keyring',
    }),
    secretRef: explicit(7, SecretReference, 'Secret with the key, used in place of the keyring.'),
    readOnly: optional(8, boolean, 'True maps without write access.'),
  }),
)

const ISCSIPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.ISCSIPersistentVolumeSource',
  'Disk attached over iSCSI.',
  () => ({
    targetPortal: required(1, string, 'Address of the target.'),
    iqn: required(2, string, 'Qualified name of the target.'),
    lun: required(3, int32, 'Logical unit number, from 0 to 255.'),
    iscsiInterface: optional(4, string, 'Interface of the initiator; default when left out.', {
      default: 'default',
    }),
    fsType: optional(5, string, 'File system of the disk.'),
    readOnly: optional(6, boolean, 'True attaches without write access.'),
    portals: optional(7, list(string), 'Further addresses of the target.', { listType: 'atomic' }),
    chapAuthDiscovery: optional(8, boolean, 'True uses CHAP when targets are discovered.'),
    chapAuthSession: optional(11, boolean, 'True uses CHAP for the session.'),
    secretRef: explicit(10, SecretReference, 'Secret with the CHAP users and passwords.'),
    initiatorName: explicit(12, string, 'Name of the initiator in place of the one set on the node.'),
  }),
)

const CinderPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.CinderPersistentVolumeSource',
  'OpenStack Cinder volume.',
  () => ({
    volumeID: required(1, string, 'Identifier of the volume.'),
    fsType: optional(2, string, 'File system of the volume.'),
    readOnly: optional(3, boolean, 'True mounts without write access.'),
    secretRef: explicit(4, SecretReference, 'Secret with the login for OpenStack.'),
  }),
)

const CephFSPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.CephFSPersistentVolumeSource',
  'Ceph file system.',
  () => ({
    monitors: required(1, list(string), 'Addresses of the monitors.', { listType: 'atomic' }),
    path: optional(2, string, 'Directory to mount; the root when empty.'),
    user: optional(3, string, 'User name; admin when empty.'),
    secretFile: optional(4, string, 'Key file of the user on the node.'),
    secretRef: explicit(5, SecretReference, 'Secret with the key of the user.'),
    readOnly: optional(6, boolean, 'True mounts without write access.'),
  }),
)

const FlexPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.FlexPersistentVolumeSource',
  'Volume handled by a driver program on the nodes.',
  () => ({
    driver: required(1, string, 'Name of the driver.'),
    fsType: optional(2, string, 'File system to mount.'),
    secretRef: explicit(3, SecretReference, 'Secret passed to the driver.'),
    readOnly: optional(4, boolean, 'True mounts without write access.'),
    options: optional(5, map(string), 'Settings passed to the driver.'),
  }),
)

const AzureFilePersistentVolumeSource = struct(
  'io.k8s.api.core.v1.AzureFilePersistentVolumeSource',
  'Azure file share.',
  () => ({
    secretName: required(1, string, 'Secret with name and key of the account.'),
    shareName: required(2, string, 'Name of the share.'),
    readOnly: optional(3, boolean, 'True mounts without write access.'),
    secretNamespace: nullable(4, string, 'Namespace of the secret; that of the claim when absent.', {
      mustBeGiven: false,
    }),
  }),
)

const ScaleIOPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.ScaleIOPersistentVolumeSource',
  'ScaleIO volume.',
  () => ({
    gateway: required(1, string, 'Address of the gateway.'),
    system: required(2, string, 'Name of the storage system.'),
    secretRef: nullable(3, SecretReference, 'Secret with the login for the gateway.'),
    sslEnabled: optional(4, boolean, 'True talks to the gateway over SSL.'),
    protectionDomain: optional(5, string, 'Protection domain that holds the storage.'),
    storagePool: optional(6, string, 'Pool within the protection domain.'),
    storageMode: optional(7, string, 'ThickProvisioned or ThinProvisioned (default).', {
      default: 'ThinProvisioned',
    }),
    volumeName: optional(8, string, 'Name of the volume.'),
    fsType: optional(9, string, 'File system to mount; xfs when left out.', { default: 'xfs' }),
    readOnly: optional(10, boolean, 'True mounts without write access.'),
  }),
)

export const LocalVolumeSource = struct(
  'io.k8s.api.core.v1.LocalVolumeSource',
  'Disk, partition or directory of one node.',
  () => ({
    path: required(1, string, 'Path on the node.'),
    fsType: explicit(2, string, 'File system to mount, if the path is a device.'),
  }),
)
export interface LocalVolumeSource extends Infer<typeof LocalVolumeSource> {}

const StorageOSPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.StorageOSPersistentVolumeSource',
  'StorageOS volume.',
  () => ({
    volumeName: optional(1, string, 'Name of the volume.'),
    volumeNamespace: optional(2, string, 'StorageOS namespace of the volume.'),
    fsType: optional(3, string, 'File system of the volume.'),
    readOnly: optional(4, boolean, 'True mounts without write access.'),
    secretRef: explicit(5, ObjectReference, 'Secret with the login for StorageOS.'),
  }),
)

export const CSIPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.CSIPersistentVolumeSource',
  'Volume of a storage driver.',
  () => ({
    driver: required(1, string, 'Name of the driver.'),
    volumeHandle: required(2, string, 'Identifier of the volume at the driver.'),
    readOnly: optional(3, boolean, 'True mounts without write access.'),
    fsType: optional(4, string, 'File system to mount.'),
    volumeAttributes: optional(5, map(string), 'Attributes of the volume.'),
    controllerPublishSecretRef: explicit(6, SecretReference, 'Secret for attaching.'),
    nodeStageSecretRef: explicit(7, SecretReference, 'Secret for staging.'),
    nodePublishSecretRef: explicit(8, SecretReference, 'Secret for mounting.'),
    controllerExpandSecretRef: explicit(9, SecretReference, 'Secret for growing the volume.'),
    nodeExpandSecretRef: explicit(10, SecretReference, 'Secret for growing the file system.'),
  }),
)
export interface CSIPersistentVolumeSource extends Infer<typeof CSIPersistentVolumeSource> {}

export const PersistentVolumeSource = struct(
  'io.k8s.api.core.v1.PersistentVolumeSource',
  'Where the storage of a volume comes from; one of these.',
  () => ({
    gcePersistentDisk: explicit(1, cloud.GCEPersistentDiskVolumeSource, 'Google Compute Engine disk.'),
    awsElasticBlockStore: explicit(2, cloud.AWSElasticBlockStoreVolumeSource, 'Amazon block store volume.'),
    hostPath: explicit(3, HostPathVolumeSource, 'Directory of a node, for tests on a single node.'),
    glusterfs: explicit(4, GlusterfsPersistentVolumeSource, 'GlusterFS volume.'),
    nfs: explicit(5, network.NFSVolumeSource, 'Directory of an NFS server.'),
    rbd: explicit(6, RBDPersistentVolumeSource, 'Ceph block device.'),
    iscsi: explicit(7, ISCSIPersistentVolumeSource, 'Disk attached over iSCSI.'),
    cinder: explicit(8, CinderPersistentVolumeSource, 'OpenStack Cinder volume.'),
    cephfs: explicit(9, CephFSPersistentVolumeSource, 'Ceph file system.'),
    fc: explicit(10, network.FCVolumeSource, 'Fibre Channel disk.'),
    flocker: explicit(11, network.FlockerVolumeSource, 'Flocker dataset.'),
    flexVolume: explicit(12, FlexPersistentVolumeSource, 'Volume of a driver program on the nodes.'),
    azureFile: explicit(13, AzureFilePersistentVolumeSource, 'Azure file share.'),
    vsphereVolume: explicit(14, cloud.VsphereVirtualDiskVolumeSource, 'Virtual disk of a vSphere datastore.'),
    quobyte: explicit(15, network.QuobyteVolumeSource, 'Quobyte volume.'),
    azureDisk: explicit(16, cloud.AzureDiskVolumeSource, 'Azure data disk.'),
    photonPersistentDisk: explicit(17, cloud.PhotonPersistentDiskVolumeSource, 'Photon disk.'),
    portworxVolume: explicit(18, network.PortworxVolumeSource, 'Portworx volume.'),
    scaleIO: explicit(19, ScaleIOPersistentVolumeSource, 'ScaleIO volume.'),
    local: explicit(20, LocalVolumeSource, 'Disk, partition or directory of one node; needs nodeAffinity.'),
    storageos: explicit(21, StorageOSPersistentVolumeSource, 'StorageOS volume.'),
    csi: explicit(22, CSIPersistentVolumeSource, 'Volume of a storage driver.'),
  }),
)
export interface PersistentVolumeSource extends Infer<typeof PersistentVolumeSource> {}
