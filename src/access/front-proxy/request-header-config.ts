/** Options of front proxies: servers that name the user of a request in headers. */
export interface RequestHeaderConfig {
  /** The CAs of front proxies, in a PEM file; empty for none. Reloaded on changes. */
  readonly requestHeaderClientCaFile: string
  /** The common names of front proxies; empty for every certificate of the CAs. */
  readonly requestHeaderAllowedNames: readonly string[]
  /** Headers with the name of the user; the first one with a value counts. */
  readonly requestHeaderUsernameHeaders: readonly string[]
  /** Headers with the uid. */
  readonly requestHeaderUidHeaders: readonly string[]
  /** Headers with groups; all count. */
  readonly requestHeaderGroupHeaders: readonly string[]
  /** Prefixes of headers with further attributes. */
  readonly requestHeaderExtraHeadersPrefix: readonly string[]
}

export const DEFAULT_REQUEST_HEADERS: RequestHeaderConfig = {
  requestHeaderClientCaFile: '',
  requestHeaderAllowedNames: [],
  requestHeaderUsernameHeaders: [],
  requestHeaderUidHeaders: [],
  requestHeaderGroupHeaders: [],
  requestHeaderExtraHeadersPrefix: [],
}
