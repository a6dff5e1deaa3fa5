import { sendValue } from '#http/response/respond.js'
import { KUBERNETES_MAJOR, KUBERNETES_MINOR, KUBERNETES_VERSION } from '#meta/kubernetes-version.js'
import type { Route } from './route.js'

/**
 * Clients derive supported features from this. The groups are those of Kubernetes 1.33; the version of Binnacle
 * follows as build metadata, which comparisons ignore.
 */
export function versionRoute(binnacleVersion: string): Route {
  const value = {
    major: KUBERNETES_MAJOR,
    minor: KUBERNETES_MINOR,
    gitVersion: `${KUBERNETES_VERSION}+binnacle.${binnacleVersion}`,
    gitCommit: '',
    gitTreeState: '',
    buildDate: '1970-01-01T00:00:00Z',
    goVersion: '',
    compiler: `node ${process.version}`,
    platform: `${process.platform}/${process.arch}`,
  }
  return { path: '/version', negotiated: true, respond: (context) => sendValue(context, 200, value) }
}
