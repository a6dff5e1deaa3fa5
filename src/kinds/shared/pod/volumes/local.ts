import { PersistentVolumeClaimTemplate } from '#kinds/shared/storage/persistent-volume-claim.js'
import { explicit, type Infer, optional, quantity, required, string, struct } from '#schema/type.js'

export const HostPathVolumeSource = struct(
  'io.k8s.api.core.v1.HostPathVolumeSource',
  'File or directory on the node, mounted into the pod.',
  () => ({
    path: required(1, string, 'Absolute location on the node; symbolic links are followed.'),
    type: explicit(2, string, 'What has to exist at the path, or be created; empty means no check.', {
      default: '',
      enum: [
        '',
        'BlockDevice',
        'CharDevice',
        'Directory',
        'DirectoryOrCreate',
        'File',
        'FileOrCreate',
        'Socket',
      ],
    }),
  }),
)
export interface HostPathVolumeSource extends Infer<typeof HostPathVolumeSource> {}

export const EmptyDirVolumeSource = struct(
  'io.k8s.api.core.v1.EmptyDirVolumeSource',
  'Initially empty scratch space that shares the lifetime of the pod.',
  () => ({
    medium: optional(1, string, 'Storage to use: node disk when empty, else Memory or HugePages.'),
    sizeLimit: explicit(
      2,
      quantity,
      'Largest amount of data allowed; unlimited when absent, and ignored unless enabled.',
    ),
  }),
)
export interface EmptyDirVolumeSource extends Infer<typeof EmptyDirVolumeSource> {}

export const ImageVolumeSource = struct(
  'io.k8s.api.core.v1.ImageVolumeSource',
  'Files of an image or artifact, mounted read only.',
  () => ({
    reference: optional(1, string, 'Reference of the image or artifact, as for the image of a container.'),
    pullPolicy: optional(2, string, 'When to pull it; Always for the latest tag, otherwise IfNotPresent.', {
      enum: ['Always', 'IfNotPresent', 'Never'],
    }),
  }),
)
export interface ImageVolumeSource extends Infer<typeof ImageVolumeSource> {}

export const EphemeralVolumeSource = struct(
  'io.k8s.api.core.v1.EphemeralVolumeSource',
  'Claim that is created and deleted with the pod.',
  () => ({
    volumeClaimTemplate: explicit(
      1,
      PersistentVolumeClaimTemplate,
      'Template of the claim; the claim is named after pod and volume. Required.',
    ),
  }),
)
export interface EphemeralVolumeSource extends Infer<typeof EphemeralVolumeSource> {}

export const GitRepoVolumeSource = struct(
  'io.k8s.api.core.v1.GitRepoVolumeSource',
  'Volume filled from a Git repository when the pod starts.',
  () => ({
    repository: required(1, string, 'Address of the repository to clone.'),
    revision: optional(2, string, 'Commit to check out; the default branch head when empty.'),
    directory: optional(
      3,
      string,
      'Relative folder to clone into; one named after the repository when empty.',
    ),
  }),
)
export interface GitRepoVolumeSource extends Infer<typeof GitRepoVolumeSource> {}
