import { validateInlineVolume } from '#kinds/core/persistentvolume/validation.js'
import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { semanticEqual } from '#schema/equal.js'
import { type VolumeAttachment, type VolumeAttachmentSource, VolumeAttachmentSpec } from './schema.js'

export function validateAttachment({ spec }: Readonly<VolumeAttachment>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec({ attacher, source, nodeName }: VolumeAttachmentSpec, errors: FieldErrors): void {
  mustBeGiven('attacher', attacher, errors)
  errors.field('source', source, validateSource)
  errors.format('nodeName', nodeName, rfc1123Subdomain)
}

/** Older attachments may have other names. */
export function validateNewAttachment({ spec }: Readonly<VolumeAttachment>, errors: FieldErrors): void {
  const { attacher, source } = spec
  mustBeDriverName('spec.attacher', attacher, errors)
  const { persistentVolumeName: volume } = source
  if (volume !== undefined) errors.format('spec.source.persistentVolumeName', volume, rfc1123Subdomain)
}

const EXACTLY_ONE = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

function validateSource(source: VolumeAttachmentSource, errors: FieldErrors): void {
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = source
  if (volume === undefined && inline === undefined) errors.required('', EXACTLY_ONE)
  else if (volume !== undefined && inline !== undefined) errors.forbidden('', EXACTLY_ONE)
  else if (volume === '') {
    errors.required('persistentVolumeName', 'must specify non empty persistentVolumeName')
  } else errors.field('inlineVolumeSpec', inline, validateInlineVolume)
}

export function validateAttachmentUpdate(
  { spec }: Readonly<VolumeAttachment>,
  { spec: current }: Readonly<VolumeAttachment>,
  errors: FieldErrors,
): void {
  if (!semanticEqual(VolumeAttachmentSpec, spec, current)) errors.invalid('spec', spec, 'field is immutable')
}

const MAX_METADATA_SIZE = 256 * 1024
const MAX_MESSAGE_SIZE = 1024

/** The rules on a status update. */
export function validateAttachmentStatus(
  { status }: Readonly<VolumeAttachment>,
  _current: Readonly<VolumeAttachment>,
  errors: FieldErrors,
): void {
  let size = 0
  for (const [key, value] of Object.entries(status.attachmentMetadata ?? {})) {
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (size > MAX_METADATA_SIZE) errors.tooLarge('status.attachmentMetadata', MAX_METADATA_SIZE)
  for (const field of ['attachError', 'detachError'] as const) {
    const { message = '' } = status[field] ?? {}
    // The error names another limit, as in Kubernetes.
    if (Buffer.byteLength(message) > MAX_MESSAGE_SIZE) {
      errors.tooLarge(`status.${field}.message`, MAX_METADATA_SIZE)
    }
  }
}
