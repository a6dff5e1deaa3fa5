import { readFileSync } from 'node:fs'
import { KUBERNETES_MAJOR, KUBERNETES_MINOR, KUBERNETES_VERSION } from '#meta/kubernetes-version.js'
import type { MetricsRegistry } from '#observe/metrics.js'

/** The version of the nearest package.json above this file. */
export function packageVersion(): string {
  for (let folder = new URL('.', import.meta.url); folder.pathname !== '/'; folder = new URL('..', folder)) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Record<
        string,
        string
      >
      if (name === 'binnacle' && version !== undefined) return version
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return '0.0.0'
}

/** The version of the server, and of the API that it serves. */
export function registerBuildInfo(metrics: MetricsRegistry): void {
  const platform = `${process.platform}/${process.arch}`
  metrics
    .gauge('binnacle_build_info', 'The version of the server; always 1.', [
      'version',
      'node_version',
      'platform',
    ])
    .labels(packageVersion(), process.version, platform)
    .set(1)
  metrics
    .gauge('kubernetes_build_info', 'The version of Kubernetes whose API is served; always 1.', [
      ...(['major', 'minor', 'git_version', 'platform'] as const),
    ])
    .labels(KUBERNETES_MAJOR, KUBERNETES_MINOR, KUBERNETES_VERSION, platform)
    .set(1)
}
