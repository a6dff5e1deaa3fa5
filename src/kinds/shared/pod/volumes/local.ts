import {
  explicit,
  type Infer,
  optional,
  quantity,
  required,
  string,
  struct,
} from '../../../../schema/type.js'

export const HostPathVolumeSource = struct(
  'io.k8s.api.core.v1.HostPathVolumeSource',
  'File or directory on the node, mounted into the pod.',
  () => ({
    path: required(1, string, 'Absolute location on the node; symbolic links are followed.'),
    type: explicit(2, string, 'What has to exist at the path, or be created; empty means no check.', {
      default: '',
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
