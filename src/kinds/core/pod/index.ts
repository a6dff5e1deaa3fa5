import { coreV1 } from '#kinds/groups.js'
import { podWarnings } from '#kinds/shared/pod/pod-warnings.js'
import { hostnameWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, type SelectableFields, statusOf } from '#registry/kind.js'
import { appArmorWarnings } from './app-armor.js'
import { podColumns } from './columns.js'
import { podStrategy } from './preparation.js'
import { Pod } from './schema.js'
import { podStatusWarnings, validatePodStatus } from './status-rules.js'
import { binding } from './subresources/binding.js'
import { connections } from './subresources/connections.js'
import { ephemeralContainers } from './subresources/ephemeral-containers.js'
import { eviction } from './subresources/eviction.js'
import { resize } from './subresources/resize.js'
import { validatePodUpdate } from './update-rules.js'
import { validateNewPod, validatePod } from './validation.js'

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
  // Accepted, but no pod has a value.
  'status.podIPs': () => '',
  'status.nominatedNodeName': ({ status }: Pod) => status.nominatedNodeName ?? '',
}

export const pod = builtInKind<Pod>({
  kind: 'Pod',
  plural: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  strategy: podStrategy,
  storageVersion: {
    ...coreV1,
    schema: Pod,
    returnDeletedObject: true,
    subresources: [binding, ephemeralContainers, eviction, resize, statusOf('Pod'), ...connections],
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
      earlyWarnings: appArmorWarnings,
      statusWarnings: podStatusWarnings,
      warnings: ({ metadata, spec }, current) =>
        current === undefined
          ? [...hostnameWarnings(metadata), ...podWarnings(metadata.annotations, spec)]
          : [],
    },
  },
})
