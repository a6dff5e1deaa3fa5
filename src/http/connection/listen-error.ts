/** The server cannot listen on the address. The message is one line for the user. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Messages of common causes. */
const CAUSES: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} on ${host} is already in use`,
  EACCES: (host, port) => `permission denied for port ${port} of ${host}`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine`,
  ENOTFOUND: (host) => `the host ${host} is not known`,
  EAI_AGAIN: (host) => `the host ${host} cannot be resolved now`,
  EINVAL: (host) => `${host} cannot be listened on`,
  ERR_SOCKET_BAD_PORT: (_host, port) => `${port} is not a port number`,
}

export function explainListenError(error: unknown, host: string, port: number): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return CAUSES[code]?.(host, port) ?? `cannot listen on port ${port} of ${host}: ${message}`
}
