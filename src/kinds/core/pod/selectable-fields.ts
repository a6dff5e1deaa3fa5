import type { SelectableFields } from '#registry/kind.js'
import type { Pod } from './schema.js'

const nodeName = ({ spec }: Pod) => spec.nodeName ?? ''

export const podFields: SelectableFields = {
  'spec.nodeName': nodeName,
  // What the member was called before nodes were called nodes.
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
