import { fractionWarnings } from '#kinds/shared/fraction-warnings.js'
import { storageAnnotationWarnings } from '#kinds/shared/storage-warnings.js'
import type { PersistentVolumeClaim } from './schema.js'

/** What a client is warned of in a claim that is valid. */
export function claimWarnings({ metadata, spec }: Readonly<PersistentVolumeClaim>): readonly string[] {
  const { requests, limits } = spec.resources ?? {}
  return [
    ...storageAnnotationWarnings(metadata.annotations),
    ...fractionWarnings(requests, ['storage'], 'spec.resources.requests'),
    ...fractionWarnings(limits, ['storage'], 'spec.resources.limits'),
  ]
}
