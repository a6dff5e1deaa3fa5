/** The records of one name: addresses, or another name that has them. */
export interface NameRecords {
  /** In lower case, without a final dot. */
  readonly name: string
  /** In seconds. */
  readonly ttl: number
  /** IPv4 and IPv6 addresses; empty if there is an alias. */
  readonly addresses: readonly string[]
  /** The target of a CNAME. */
  readonly alias?: string
}

/** Publishes DNS records: a zone of this server, or the API of another. */
export interface DnsProvider {
  /** Replaces all records of a service, `namespace/name`. An empty list removes them. */
  publish(service: string, records: readonly NameRecords[]): void
  /** Whether all services are published. Until then a missing record means nothing. */
  setComplete(isComplete: boolean): void
}
