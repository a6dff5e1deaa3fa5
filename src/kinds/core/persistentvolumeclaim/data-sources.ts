import type { PersistentVolumeClaimSpec } from '#kinds/shared/persistent-volume-claim-spec.js'
import type { TypedLocalObjectReference } from '#kinds/shared/typed-local-object-reference.js'

/** Where the contents of a volume come from stands in two members, of which the older one knows few kinds. */

const SNAPSHOTS = 'snapshot.storage.k8s.io'

function isKnownToOlder({ apiGroup, kind }: TypedLocalObjectReference): boolean {
  if (!apiGroup) return kind === 'PersistentVolumeClaim'
  return apiGroup === SNAPSHOTS && kind === 'VolumeSnapshot'
}

/** What the older member cannot mean is left out, and either member takes over what only the other says. */
export function reconcileDataSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource !== undefined && dataSourceRef === undefined) {
    if (isKnownToOlder(dataSource)) spec.dataSourceRef = { ...dataSource, namespace: undefined }
    else spec.dataSource = undefined
  } else if (dataSource === undefined && dataSourceRef !== undefined && !dataSourceRef.namespace) {
    const { apiGroup, kind, name } = dataSourceRef
    spec.dataSource = { apiGroup, kind, name }
  }
}
