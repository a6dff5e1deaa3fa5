import { sendValue } from '#http/response/respond.js'
import type { Route } from './route.js'

/**
 * Clients derive supported features from this. The groups are those of Kubernetes 1.33; the version of Binnacle
 * follows as build metadata, which comparisons ignore.
 */
const MAJOR = '1'
const MINOR = '33'

export function versionRoute(binnacleVersion: string): Route {
  const value = {
    major: MAJOR,
    minor: MINOR,
    gitVersion: `v${MAJOR}.${MINOR}.0+binnacle.${binnacleVersion}`,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch}`,
  }
  return { path: '/version', negotiated: true, respond: (context) => sendValue(context, 200, value) }
}
