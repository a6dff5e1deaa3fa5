import type { RemoteVersion } from '#discovery/remote-version.js'
import type { Route } from './routes/route.js'

/** The APIs that other servers serve below paths of this one. */
export interface RemoteApis {
  /** Grows whenever `versions` changes. */
  readonly generation: number
  readonly versions: readonly RemoteVersion[]
  /** The route of a path that another server serves. */
  find(path: string): Route | undefined
}
