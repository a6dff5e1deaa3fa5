import { KubeConfig } from '@kubernetes/client-node'

/** The configuration that a program would read from its kubeconfig. */
export function configOf(server: string): KubeConfig {
  const config = new KubeConfig()
  config.loadFromClusterAndUser({ name: 'binnacle', server, skipTLSVerify: true }, { name: 'nobody' })
  return config
}
