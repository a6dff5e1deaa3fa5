import { isIPv4 } from 'node:net'
import type { LogLevel } from '../observe/logger.js'

export { LOG_LEVELS, type LogLevel } from '../observe/logger.js'

/** Where objects are kept: on disk, or in memory until the server stops. */
export const STORAGE_KINDS = ['embedded', 'memory'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** What everyone has to know who opens a store: a server, or a command that moves its content. */
export interface StorageConfig {
  readonly storage: StorageKind
  /** The folder of the embedded storage. Made when it is missing. */
  readonly dataDir: string
}

/** All that can be chosen about a server. */
export interface ServerConfig extends StorageConfig {
  /** The address to listen on, or a name for it. */
  readonly host: string
  /** The port to listen on; 0 picks a free one. */
  readonly port: number
  /** How long old versions of objects can still be read and watched from. */
  readonly historyWindowMs: number
  readonly logLevel: LogLevel
  /** Whether `host` may be one that others on the network can reach. */
  readonly allowAnyHost: boolean
}

export const defaultConfig: ServerConfig = {
  host: '127.0.0.1',
  port: 8080,
  dataDir: './.binnacle',
  storage: 'embedded',
  historyWindowMs: 15 * 60_000,
  logLevel: 'info',
  allowAnyHost: false,
}

/** The server cannot start, and the user can do something about it. The message is one line for them. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Why the host is refused, undefined when it is not. Who can reach the server may do anything there. */
export function hostRefusal({ host, allowAnyHost }: ServerConfig): string | undefined {
  if (allowAnyHost || isLoopback(host)) return undefined
  return (
    `the host ${host} may be reached by others, and the server lets everyone do everything; ` +
    'choose 127.0.0.1, ::1 or localhost, or add --insecure-allow-any-host'
  )
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
