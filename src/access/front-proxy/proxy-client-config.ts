/** Options of this server as a front proxy of others. */
export interface ProxyClientConfig {
  /** Its client certificate, in a PEM file; empty for one that it makes. */
  readonly proxyClientCertFile: string
  readonly proxyClientKeyFile: string
}

export const DEFAULT_PROXY_CLIENT: ProxyClientConfig = { proxyClientCertFile: '', proxyClientKeyFile: '' }

/** The error of the options, if any. */
export function proxyClientError({
  proxyClientCertFile,
  proxyClientKeyFile,
}: ProxyClientConfig): string | undefined {
  return (proxyClientCertFile === '') === (proxyClientKeyFile === '')
    ? undefined
    : '--proxy-client-cert-file and --proxy-client-key-file must be set together'
}
