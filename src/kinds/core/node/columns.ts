import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Node } from './schema.js'

const NONE = '<none>'
const UNKNOWN = '<unknown>'

export const nodeColumns: readonly Column<Node>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Whether the node is ready, and whether it gets new pods.',
    cell: nodeState,
  },
  {
    name: 'Roles',
    type: 'string',
    description: 'Roles that labels give the node.',
    cell: roles,
  },
  AGE,
  {
    name: 'Version',
    type: 'string',
    description: 'Version of the kubelet.',
    cell: ({ status }) => status.nodeInfo.kubeletVersion,
  },
  {
    name: 'Internal-IP',
    type: 'string',
    wide: true,
    description: 'Address within the cluster.',
    cell: (node) => addressOf(node, 'InternalIP'),
  },
  {
    name: 'External-IP',
    type: 'string',
    wide: true,
    description: 'Address from outside of the cluster.',
    cell: (node) => addressOf(node, 'ExternalIP'),
  },
  {
    name: 'OS-Image',
    type: 'string',
    wide: true,
    description: 'Operating system image.',
    cell: ({ status }) => status.nodeInfo.osImage || UNKNOWN,
  },
  {
    name: 'Kernel-Version',
    type: 'string',
    wide: true,
    description: 'Version of the kernel.',
    cell: ({ status }) => status.nodeInfo.kernelVersion || UNKNOWN,
  },
  {
    name: 'Container-Runtime',
    type: 'string',
    wide: true,
    description: 'Container runtime and its version.',
    cell: ({ status }) => status.nodeInfo.containerRuntimeVersion || UNKNOWN,
  },
]

function nodeState({ spec, status }: Node): string {
  const ready = (status.conditions ?? []).findLast(({ type }) => type === 'Ready')
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return spec.unschedulable ? `${state},SchedulingDisabled` : state
}

const ROLE_PREFIX = 'node-role.kubernetes.io/'
const ROLE_LABEL = 'kubernetes.io/role'

function roles({ metadata: { labels = {} } }: Node): string {
  const names = Object.keys(labels)
    .filter((key) => key.startsWith(ROLE_PREFIX))
    .map((key) => key.slice(ROLE_PREFIX.length))
  const all = [...new Set([...names, labels[ROLE_LABEL] ?? ''])].filter((role) => role !== '')
  return all.sort().join(',') || NONE
}

function addressOf({ status }: Node, wanted: string): string {
  return (status.addresses ?? []).find(({ type }) => type === wanted)?.address ?? NONE
}
