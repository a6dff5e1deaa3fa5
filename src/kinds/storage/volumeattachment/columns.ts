import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { VolumeAttachment } from './schema.js'

export const attachmentColumns: readonly Column<VolumeAttachment>[] = [
  NAME,
  {
    name: 'Attacher',
    type: 'string',
    format: 'name',
    description: 'Driver that attaches the volume.',
    cell: ({ spec }) => spec.attacher,
  },
  {
    name: 'PV',
    type: 'string',
    description: 'Name of the persistent volume.',
    cell: ({ spec }) => spec.source.persistentVolumeName ?? '',
  },
  {
    name: 'Node',
    type: 'string',
    description: 'Node that the volume is attached to.',
    cell: ({ spec }) => spec.nodeName,
  },
  {
    name: 'Attached',
    type: 'boolean',
    description: 'Whether the volume is attached.',
    cell: ({ status }) => status.attached,
  },
  AGE,
]
