/** The addresses of services, as far as system objects show them. */
export interface ServiceAddresses {
  /** One, or one of each IP family. */
  readonly cidrs: readonly string[]
  /** The first address of the first range. */
  readonly first: string
  /** The IP family of the first range. */
  readonly family: string
}
