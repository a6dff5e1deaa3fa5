import { storageV1 } from '#kinds/groups.js'
import { STATUS_ALONE } from '#kinds/shared/status-alone.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { attachmentColumns } from './columns.js'
import { VolumeAttachment } from './schema.js'
import { validateAttachment, validateAttachmentStatus, validateAttachmentUpdate } from './validation.js'

export const volumeAttachment = builtInKind<VolumeAttachment>({
  kind: 'VolumeAttachment',
  plural: 'volumeattachments',
  singular: 'volumeattachment',
  namespaced: false,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: STATUS_ALONE,
  storageVersion: {
    ...storageV1,
    schema: VolumeAttachment,
    subresources: [statusOf('VolumeAttachment')],
    returnDeletedObject: true,
    allowUnconditionalUpdate: false,
    columns: attachmentColumns,
    rules: {
      validate: validateAttachment,
      validateUpdate: validateAttachmentUpdate,
      validateStatusUpdate: validateAttachmentStatus,
    },
  },
})
