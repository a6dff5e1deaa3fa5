import { descendingPath, withoutStepsBack } from '#kinds/shared/formats.js'
import { validateClaimTemplate } from '#kinds/shared/storage/persistent-volume-claim.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import type {
  EmptyDirVolumeSource,
  EphemeralVolumeSource,
  GitRepoVolumeSource,
  HostPathVolumeSource,
  ImageVolumeSource,
} from './local.js'

export function validateEmptyDir({ sizeLimit }: EmptyDirVolumeSource, errors: FieldErrors): void {
  if (sizeLimit?.startsWith('-')) {
    errors.forbidden('sizeLimit', 'SizeLimit field must be a valid resource quantity')
  }
}

const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

export function validateHostPath({ path, type }: HostPathVolumeSource, errors: FieldErrors): void {
  if (!mustBeGiven('path', path, errors)) return
  errors.format('path', path, withoutStepsBack)
  mustBeOneOf('type', type, HOST_PATH_TYPES, errors)
}

export function validateGitRepo({ repository, directory }: GitRepoVolumeSource, errors: FieldErrors): void {
  mustBeGiven('repository', repository, errors)
  mustFollow('directory', directory, descendingPath, errors)
}

export function validateEphemeral({ volumeClaimTemplate }: EphemeralVolumeSource, errors: FieldErrors): void {
  if (!mustBeGiven('volumeClaimTemplate', volumeClaimTemplate, errors)) return
  errors.field('volumeClaimTemplate', volumeClaimTemplate, validateClaimTemplate)
}

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never']

export function validateImage({ reference, pullPolicy }: ImageVolumeSource, errors: FieldErrors): void {
  mustBeGiven('reference', reference, errors)
  mustBeOneOf('pullPolicy', pullPolicy, PULL_POLICIES, errors)
}
