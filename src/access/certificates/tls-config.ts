import type { RequestHeaderConfig } from '#access/front-proxy/request-header-config.js'

/** TLS and client CA options. */
export interface TlsConfig extends Pick<RequestHeaderConfig, 'requestHeaderClientCaFile'> {
  /** Server certificate and key, in PEM files; empty for none. Reloaded on changes. */
  readonly tlsCertFile: string
  readonly tlsKeyFile: string
  /** The same as PEM strings, from an embedding program. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Whether the server creates and renews its own authority and certificate in the data folder. */
  readonly tlsSelfSigned: boolean
  /** Client CAs, in a PEM file; empty for none. Reloaded on changes. */
  readonly clientCaFile: string
  /** The same as a PEM string, from an embedding program. */
  readonly clientCa?: string | undefined
}

export function usesTls({ tlsCertFile, tlsCert, tlsSelfSigned }: TlsConfig): boolean {
  return tlsSelfSigned || tlsCertFile !== '' || tlsCert !== undefined
}

/** Whether client certificates are accepted. The self-signed authority also issues client certificates. */
export function usesClientCertificates(config: TlsConfig): boolean {
  const { clientCaFile, clientCa, tlsSelfSigned, requestHeaderClientCaFile } = config
  return clientCaFile !== '' || clientCa !== undefined || tlsSelfSigned || requestHeaderClientCaFile !== ''
}

/** The error of the TLS options, if any. */
export function tlsError(config: TlsConfig): string | undefined {
  const { tlsCertFile, tlsKeyFile, tlsSelfSigned } = config
  if ((tlsCertFile === '') !== (tlsKeyFile === ''))
    return '--tls-cert-file and --tls-key-file must be set together'
  if (tlsSelfSigned && tlsCertFile !== '') return '--tls-self-signed and --tls-cert-file cannot be combined'
  if (usesClientCertificates(config) && !usesTls(config)) {
    const flag = config.requestHeaderClientCaFile === '' ? 'client-ca-file' : 'requestheader-client-ca-file'
    return `--${flag} needs TLS: add --tls-cert-file and --tls-key-file, or --tls-self-signed`
  }
  return undefined
}
