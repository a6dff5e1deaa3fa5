import { ObjectReference } from '#kinds/shared/object-reference.js'
import * as cloud from '#kinds/shared/pod/volumes/cloud.js'
import { HostPathVolumeSource } from '#kinds/shared/pod/volumes/local.js'
import * as network from '#kinds/shared/pod/volumes/network.js'
import {
  type AnyStruct,
  boolean,
  explicit,
  type Field,
  type Infer,
  map,
  nullable,
  optional,
  required,
  type StructType,
  string,
  struct,
} from '#schema/type.js'

/** The sources of persistent volumes. They have no namespace, so their secrets name one. */

export const SecretReference = struct(
  'io.k8s.api.core.v1.SecretReference',
  'Secret of some namespace.',
  () => ({
    name: optional(1, string, 'Name of the secret.'),
    namespace: optional(2, string, 'Namespace of the secret.'),
  }),
  { mapType: 'atomic' },
)

type WithSecretIn<F extends { readonly secretRef: Field }, R extends AnyStruct> = Omit<F, 'secretRef'> & {
  readonly secretRef: Field<R, F['secretRef']['presence']>
}

/** The fields of a pod's volume source, but its secret has a namespace. */
const withSecretIn = <F extends { readonly secretRef: Field }, R extends AnyStruct>(
  name: string,
  description: string,
  source: StructType<F>,
  type: R,
) =>
  struct(
    `io.k8s.api.core.v1.${name}`,
    description,
    () =>
      ({ ...source.fields, secretRef: { ...source.fields.secretRef, type } }) as unknown as WithSecretIn<
        F,
        R
      >,
  )

const GlusterfsPersistentVolumeSource = struct(
  'io.k8s.api.core.v1.GlusterfsPersistentVolumeSource',
  'GlusterFS volume.',
  () => ({
    ...network.GlusterfsVolumeSource.fields,
    endpointsNamespace: explicit(4, string, 'Namespace of the endpoints; that of the claim when absent.'),
  }),
)

const RBDPersistentVolumeSource = withSecretIn(
  'RBDPersistentVolumeSource',
  'Ceph block device.',
  network.RBDVolumeSource,
  SecretReference,
)

const ISCSIPersistentVolumeSource = withSecretIn(
  'ISCSIPersistentVolumeSource',
  'Disk attached over iSCSI.',
  network.ISCSIVolumeSource,
  SecretReference,
)

const CinderPersistentVolumeSource = withSecretIn(
  'CinderPersistentVolumeSource',
  'OpenStack Cinder volume.',
  cloud.CinderVolumeSource,
  SecretReference,
)

const CephFSPersistentVolumeSource = withSecretIn(
  'CephFSPersistentVolumeSource',
  'Ceph file system.',
  network.CephFSVolumeSource,
  SecretReference,
)

const FlexPersistentVolumeSource = withSecretIn(
  'FlexPersistentVolumeSource',
  'Volume handled by a driver program on the nodes.',
  network.FlexVolumeSource,
  SecretReference,
)

const AzureFilePersistentVolumeSource = struct(
  'io.k8s.api.core.v1.AzureFilePersistentVolumeSource',
  'Azure file share.',
  () => ({
    ...cloud.AzureFileVolumeSource.fields,
    secretNamespace: nullable(4, string, 'Namespace of the secret; that of the claim when absent.', {
      mustBeGiven: false,
    }),
  }),
)

const ScaleIOPersistentVolumeSource = withSecretIn(
  'ScaleIOPersistentVolumeSource',
  'ScaleIO volume.',
  network.ScaleIOVolumeSource,
  SecretReference,
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

const StorageOSPersistentVolumeSource = withSecretIn(
  'StorageOSPersistentVolumeSource',
  'StorageOS volume.',
  network.StorageOSVolumeSource,
  ObjectReference,
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
  "Source of a volume's storage; set exactly one field.",
  () => ({
    gcePersistentDisk: explicit(1, cloud.GCEPersistentDiskVolumeSource, 'Google Compute Engine disk.'),
    awsElasticBlockStore: explicit(2, cloud.AWSElasticBlockStoreVolumeSource, 'Amazon block store volume.'),
    hostPath: explicit(3, HostPathVolumeSource, 'Directory of a node; only for tests on a single node.'),
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
