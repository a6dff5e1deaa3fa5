import { defaultPullPolicy } from '#kinds/shared/pod/containers/image-reference.js'
import { emptyOf } from '#schema/decode.js'
import { explicit, type Infer, inline, required, string, struct, withCompletion } from '#schema/type.js'
import { fieldsAbsentTest } from '#schema/zero-value.js'
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CinderVolumeSource,
  GCEPersistentDiskVolumeSource,
  PersistentVolumeClaimVolumeSource,
  PhotonPersistentDiskVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './cloud.js'
import {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './config.js'
import {
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
} from './local.js'
import {
  CephFSVolumeSource,
  CSIVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GlusterfsVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
} from './network.js'

export const VolumeSource = struct(
  'io.k8s.api.core.v1.VolumeSource',
  'Where the data of a volume lives; exactly one kind may be set.',
  () => ({
    hostPath: explicit(1, HostPathVolumeSource, 'File or directory of the node itself.'),
    emptyDir: explicit(
      2,
      EmptyDirVolumeSource,
      'Scratch space that lives and dies with the pod; used when no source is given.',
    ),
    gcePersistentDisk: explicit(
      3,
      GCEPersistentDiskVolumeSource,
      'Persistent disk of Google Compute Engine.',
    ),
    awsElasticBlockStore: explicit(
      4,
      AWSElasticBlockStoreVolumeSource,
      'Block store volume of Amazon Web Services.',
    ),
    gitRepo: explicit(5, GitRepoVolumeSource, 'Directory filled by cloning a Git repository at pod start.'),
    secret: explicit(6, SecretVolumeSource, 'Files made from the entries of a secret.'),
    nfs: explicit(7, NFSVolumeSource, 'Directory exported by an NFS server.'),
    iscsi: explicit(8, ISCSIVolumeSource, 'Disk reached over an iSCSI connection.'),
    glusterfs: explicit(9, GlusterfsVolumeSource, 'Volume of a GlusterFS storage cluster.'),
    persistentVolumeClaim: explicit(
      10,
      PersistentVolumeClaimVolumeSource,
      'Storage bound to a claim in the namespace of the pod.',
    ),
    rbd: explicit(11, RBDVolumeSource, 'Ceph block device image, attached over the network.'),
    flexVolume: explicit(12, FlexVolumeSource, 'Volume attached by an external driver program on the node.'),
    cinder: explicit(13, CinderVolumeSource, 'OpenStack Cinder block volume attached to the node.'),
    cephfs: explicit(14, CephFSVolumeSource, 'Directory of a Ceph shared file system.'),
    flocker: explicit(15, FlockerVolumeSource, 'Dataset managed by a Flocker control service.'),
    downwardAPI: explicit(16, DownwardAPIVolumeSource, 'Files holding facts about the pod itself.'),
    fc: explicit(17, FCVolumeSource, 'Disk reached over Fibre Channel.'),
    azureFile: explicit(18, AzureFileVolumeSource, 'File share of an Azure storage account.'),
    configMap: explicit(19, ConfigMapVolumeSource, 'Files made from the entries of a config map.'),
    vsphereVolume: explicit(20, VsphereVirtualDiskVolumeSource, 'Virtual disk from a vSphere datastore.'),
    quobyte: explicit(21, QuobyteVolumeSource, 'Volume of a Quobyte storage system.'),
    azureDisk: explicit(22, AzureDiskVolumeSource, 'Data disk held in Azure storage.'),
    photonPersistentDisk: explicit(
      23,
      PhotonPersistentDiskVolumeSource,
      'Persistent disk of the Photon platform.',
    ),
    projected: explicit(
      26,
      ProjectedVolumeSource,
      'Several secrets, config maps and pod facts joined in one directory.',
    ),
    portworxVolume: explicit(24, PortworxVolumeSource, 'Volume of a Portworx storage cluster.'),
    scaleIO: explicit(25, ScaleIOVolumeSource, 'Volume of a ScaleIO storage system.'),
    storageos: explicit(27, StorageOSVolumeSource, 'Volume of a StorageOS storage cluster.'),
    csi: explicit(28, CSIVolumeSource, 'Ephemeral volume of a CSI driver, for the life of the pod.'),
    ephemeral: explicit(29, EphemeralVolumeSource, 'Claim that is created and deleted with the pod.'),
    image: explicit(30, ImageVolumeSource, 'Files of an image or artifact, mounted read only.'),
  }),
)
export interface VolumeSource extends Infer<typeof VolumeSource> {}

const emptyEmptyDir = emptyOf(EmptyDirVolumeSource)
const hasNoSource = fieldsAbsentTest(VolumeSource)

export const Volume = withCompletion(
  struct('io.k8s.api.core.v1.Volume', 'Named storage that containers of the pod can mount.', () => ({
    name: required(1, string, 'Name used by volume mounts; a DNS label, unique within the pod.'),
    ...inline(2, VolumeSource),
  })),
  (volume) => {
    if (hasNoSource(volume)) volume.emptyDir = emptyEmptyDir()
    if (volume.image) volume.image.pullPolicy ??= defaultPullPolicy(volume.image.reference)
  },
)
export interface Volume extends Infer<typeof Volume> {}
