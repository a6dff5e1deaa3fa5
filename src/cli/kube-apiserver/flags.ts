import { ADMISSION, AUTHENTICATION, AUTHORIZATION } from './access-flags.js'
import { AUDIT } from './audit-flags.js'
import { CLUSTER, FEATURES, OBSERVABILITY } from './cluster-flags.js'
import type { FlagRow, FlagSection, FlagType } from './flag.js'
import { SERVING } from './serving-flags.js'
import { STORAGE } from './storage-flags.js'

/** All flags of kube-apiserver 1.33, for the command and for the reference. */
export const SECTIONS: readonly FlagSection[] = [
  SERVING,
  AUTHENTICATION,
  AUTHORIZATION,
  ADMISSION,
  AUDIT,
  STORAGE,
  FEATURES,
  CLUSTER,
  OBSERVABILITY,
]

export interface KnownFlag {
  readonly type: FlagType
  readonly row: FlagRow
}

export const KNOWN_FLAGS: ReadonlyMap<string, KnownFlag> = new Map(
  SECTIONS.flatMap(({ rows }) =>
    rows.flatMap((row) => row.flags.map(({ flag, type }) => [flag, { type, row }] as const)),
  ),
)
