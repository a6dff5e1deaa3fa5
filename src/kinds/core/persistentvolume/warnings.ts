import { fractionWarnings } from '#kinds/shared/fraction-warnings.js'
import { nodeTermWarnings } from '#kinds/shared/node-label-warnings.js'
import { storageAnnotationWarnings } from '#kinds/shared/storage-warnings.js'
import type { PersistentVolume } from './schema.js'

/** What a client is warned of in a volume that is valid: settings that have other names today, or are on their way out. */
export function persistentVolumeWarnings({ metadata, spec }: Readonly<PersistentVolume>): readonly string[] {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? []
  return [
    ...terms.flatMap((term, index) =>
      nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`),
    ),
    ...storageAnnotationWarnings(metadata.annotations),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [RECYCLED] : []),
    ...fractionWarnings(spec.capacity, ['storage'], 'spec.capacity'),
  ]
}

const RECYCLED =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.'
