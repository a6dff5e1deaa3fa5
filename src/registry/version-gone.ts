import type { ServedVersion } from './kind.js'
import type { KindRegistry } from './kind-registry.js'

/** `isLastOfGroup` is whether nothing else of its group is served, `isLastOfVersion` whether nothing of its group and version is. */
export type VersionGoneListener = (
  version: ServedVersion,
  isLastOfGroup: boolean,
  isLastOfVersion: boolean,
) => void

/** Calls back for every version of a kind that is no longer served. */
export function onVersionGone(kinds: KindRegistry, listener: VersionGoneListener): void {
  kinds.onChange(({ type, kind }) => {
    if (type === 'added') return
    // A changed kind is removed and added again.
    setImmediate(() => {
      const served = kinds.versions
      for (const gone of kind.versions) {
        const others = served.filter(({ group }) => group === gone.group)
        const ofVersion = others.filter(({ version }) => version === gone.version)
        if (ofVersion.some(({ plural }) => plural === gone.plural)) continue
        listener(gone, others.length === 0, ofVersion.length === 0)
      }
    })
  })
}
