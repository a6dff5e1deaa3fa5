/** How connections are encrypted, and which authorities vouch for clients. */
export interface TlsConfig {
  /** The certificate that clients are shown, and its key, in PEM; empty for none. Read again when they change. */
  readonly tlsCertFile: string
  readonly tlsKeyFile: string
  /** The same as texts, from a program that embeds the server. */
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  /** Whether the server makes an authority and a certificate itself, in its data folder, and renews them. */
  readonly tlsSelfSigned: boolean
  /** The authorities that vouch for clients, in PEM; empty for none. Read again when the file changes. */
  readonly clientCaFile: string
  /** The same as a text, from a program that embeds the server. */
  readonly clientCa?: string | undefined
}

export function usesTls({ tlsCertFile, tlsCert, tlsSelfSigned }: TlsConfig): boolean {
  return tlsSelfSigned || tlsCertFile !== '' || tlsCert !== undefined
}

/** Whether clients are known by certificates. The authority that the server makes vouches for clients too. */
export function usesClientCertificates({ clientCaFile, clientCa, tlsSelfSigned }: TlsConfig): boolean {
  return clientCaFile !== '' || clientCa !== undefined || tlsSelfSigned
}

/** Why connections cannot be encrypted as the configuration says, undefined when they can be. */
export function tlsError(config: TlsConfig): string | undefined {
  const { tlsCertFile, tlsKeyFile, tlsSelfSigned } = config
  if ((tlsCertFile === '') !== (tlsKeyFile === ''))
    return '--tls-cert-file and --tls-key-file are given together or not at all'
  if (tlsSelfSigned && tlsCertFile !== '')
    return '--tls-self-signed makes a certificate, so --tls-cert-file cannot be given too'
  if (usesClientCertificates(config) && !usesTls(config))
    return '--client-ca-file needs TLS: add --tls-cert-file and --tls-key-file, or --tls-self-signed'
  return undefined
}
