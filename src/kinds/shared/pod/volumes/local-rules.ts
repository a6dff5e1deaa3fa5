import type { FieldErrors } from '../../../../meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustFollow, NEGATIVE } from '../../../../meta/field-rules.js'
import { descendingPath, withoutStepsBack } from '../../formats.js'
import type { EmptyDirVolumeSource, GitRepoVolumeSource, HostPathVolumeSource } from './local.js'

export function validateEmptyDir({ sizeLimit }: EmptyDirVolumeSource, errors: FieldErrors): void {
  if (sizeLimit?.startsWith('-')) errors.invalid('sizeLimit', sizeLimit, NEGATIVE)
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
