import { connectSubresource, proxySubresource } from '#kinds/core/connecting.js'
import { coreV1 } from '#kinds/groups.js'
import { podWarnings } from '#kinds/shared/pod/pod-warnings.js'
import { hostnameWarnings } from '#kinds/shared/workload/warnings.js'
import { builtInKind, type SelectableFields, statusOf } from '#registry/kind.js'
import { binding } from './binding.js'
import { podColumns } from './columns.js'
import { ephemeralContainers } from './ephemeral-containers.js'
import { eviction } from './eviction.js'
import { podStrategy } from './preparation.js'
import { resize } from './resize.js'
import { Pod } from './schema.js'
import { validatePodUpdate } from './update-rules.js'
import { validateNewPod, validatePod, validatePodStatus } from './validation.js'

const nodeName = ({ spec }: Pod) => spec.nodeName ?? ''

const podFields: SelectableFields = {
  'spec.nodeName': nodeName,
  // The old name of `spec.nodeName`.
  'spec.host': nodeName,
  'spec.restartPolicy': ({ spec }: Pod) => spec.restartPolicy ?? '',
  'spec.schedulerName': ({ spec }: Pod) => spec.schedulerName ?? '',
  'spec.serviceAccountName': ({ spec }: Pod) => spec.serviceAccountName ?? '',
  'spec.hostNetwork': ({ spec }: Pod) => String(spec.hostNetwork ?? false),
  'status.phase': ({ status }: Pod) => status.phase ?? '',
  'status.podIP': ({ status }: Pod) => status.podIP ?? '',
  'status.podIPs': ({ status }: Pod) => status.podIP ?? '',
  'status.nominatedNodeName': ({ status }: Pod) => status.nominatedNodeName ?? '',
}

export const pod = builtInKind<Pod>({
  kind: 'Pod',
  plural: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  strategy: podStrategy,
  storageVersion: {
    ...coreV1,
    schema: Pod,
    returnDeletedObject: true,
    subresources: [
      binding,
      ephemeralContainers,
      eviction,
      resize,
      statusOf('Pod'),
      connectSubresource('attach', 'PodAttachOptions', ['create', 'get']),
      connectSubresource('exec', 'PodExecOptions', ['create', 'get']),
      connectSubresource('log', 'Pod', ['get']),
      connectSubresource('portforward', 'PodPortForwardOptions', ['create', 'get']),
      proxySubresource('PodProxyOptions'),
    ],
    selectableFields: podFields,
    columns: podColumns,
    rules: {
      // Annotations are validated too.
      readMetadata: true,
      validate: validatePod,
      validateCreate: validateNewPod,
      validateUpdate: validatePodUpdate,
      validateStatusUpdate: validatePodStatus,
      // Updates of pods mostly come from controllers, so they get no warnings.
      warnings: ({ metadata, spec }, current) =>
        current === undefined
          ? [...hostnameWarnings(metadata), ...podWarnings(metadata.annotations, spec)]
          : [],
    },
  },
})
