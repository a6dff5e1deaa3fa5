import { storageV1 } from '#kinds/groups.js'
import { STATUS_ONLY } from '#kinds/shared/metadata.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { VolumeAttachment } from './schema.js'
import {
  validateAttachment,
  validateAttachmentStatus,
  validateAttachmentUpdate,
  validateNewAttachment,
} from './validation.js'

const attachmentColumns: readonly Column<VolumeAttachment>[] = [
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

/** Fields of a feature that Kubernetes 1.33 has off by default. */
function dropErrorCodes({ attachError, detachError }: VolumeAttachment['status']): void {
  for (const error of [attachError, detachError]) if (error !== undefined) error.errorCode = undefined
}

export const volumeAttachment = builtInKind<VolumeAttachment>({
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  singular: 'volumeattachment',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: {
    ...STATUS_ONLY,
    prepareForStatusUpdate(attachment, current, context) {
      STATUS_ONLY.prepareForStatusUpdate?.(attachment, current, context)
      dropErrorCodes(attachment.status)
    },
  },
  storageVersion: {
    ...storageV1,
    schema: VolumeAttachment,
    subresources: [statusOf('VolumeAttachment')],
    returnDeletedObject: true,
    allowUnconditionalUpdate: false,
    columns: attachmentColumns,
    rules: {
      validate: validateAttachment,
      validateCreate: validateNewAttachment,
      validateUpdate: validateAttachmentUpdate,
      validateStatusUpdate: validateAttachmentStatus,
    },
  },
})
